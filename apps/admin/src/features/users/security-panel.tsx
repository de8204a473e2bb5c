import {
  Box,
  Form,
  Heading,
  SelectField,
  Stack,
  SubmitButton,
  Text,
  TextField,
  type FormActions,
} from '@homie/ui';
import { useAdminApi } from '../../data/admin-api';
import { useChange } from '../../data/use-change';
import { UserSessions } from './user-sessions';

const ACTIONS = [
  { value: 'sessions', label: 'Sign out everywhere' },
  { value: 'factors', label: 'Remove all second factors' },
];

interface Values {
  action: string;
  reason: string;
}

/** Lists the sessions of a user, ends them, or removes a second factor that was lost, with a reason. */
export function SecurityPanel({ userId }: { userId: string }) {
  const { admin, api } = useAdminApi();
  // Not awaited: by the time the lists have loaded, the user may have typed the next reason, which the reset would clear.
  const { run } = useChange(async (client) => void admin.userData.invalidate(client));

  async function secure({ action, reason }: Values, { reset }: FormActions<Values>) {
    const isReset = action === 'factors';
    const isDone = await run({
      run: async () => {
        await admin.secureAccount(api, {
          userId,
          action: isReset ? 'factors' : 'sessions',
          reason,
        });
        return isReset ? 'Second factors and passkeys removed' : 'Signed out everywhere';
      },
    });
    if (isDone) reset();
  }

  return (
    <Stack gap="6">
      <UserSessions userId={userId} />
      <Form
        label="Security"
        schema={admin.secureAccountSchema}
        defaultValues={{ action: 'sessions', reason: '' }}
        onSubmit={secure}
      >
        <Heading as="h3" size="sm">
          All sessions
        </Heading>
        <Text tone="muted">
          Both actions end all sessions of this user within a few seconds. The second one also
          removes authenticator apps, passkeys and recovery codes, for example because they lost
          their phone: they sign in with the password alone.
        </Text>
        <SelectField<Values> name="action" label="Action" options={ACTIONS} />
        <TextField<Values>
          name="reason"
          label="Reason"
          hint="Recorded in the audit log."
          maxLength={500}
          required
        />
        <Box>
          <SubmitButton<Values>
            variant="danger"
            busyLabel="Applying..."
            disabledWhenEmpty={['reason']}
          >
            Apply
          </SubmitButton>
        </Box>
      </Form>
    </Stack>
  );
}

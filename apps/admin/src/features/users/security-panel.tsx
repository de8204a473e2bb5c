import {
  Flex,
  Form,
  Heading,
  Stack,
  SubmitButton,
  Text,
  TextField,
  useFormStore,
  type FormActions,
} from '@homie/ui';
import { useAdminApi } from '../../data/admin-api';
import { useChange } from '../../data/use-change';
import { UserFactors } from './user-factors';
import { UserSessions } from './user-sessions';

interface Values {
  action: string;
  reason: string;
}

/** Submits the form with an action. Enter in a field presses the first one. */
function ActionButton({ action, label }: { action: string; label: string }) {
  const store = useFormStore();
  return (
    <SubmitButton<Values>
      variant="danger"
      busyLabel="Applying..."
      disabledWhenEmpty={['reason']}
      onClick={() => store.setValue('action', action)}
    >
      {label}
    </SubmitButton>
  );
}

/** Lists the sessions and second factors of a user, ends sessions, or removes the factors of a user who lost them, with a reason. */
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
      <UserFactors userId={userId} />
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
        <TextField<Values>
          name="reason"
          label="Reason"
          hint="Recorded in the audit log."
          maxLength={500}
          required
        />
        <Flex gap="3" flexWrap="wrap">
          <ActionButton action="sessions" label="Sign out everywhere" />
          <ActionButton action="factors" label="Remove all second factors" />
        </Flex>
      </Form>
    </Stack>
  );
}

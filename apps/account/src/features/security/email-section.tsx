import { lazyAccountApi, useApi } from '@homie/api-client';
import { useAuth, useSession } from '@homie/auth';
import { mailRequestSchema, type MailRequestForm } from '@homie/contracts/authentication';
import {
  Box,
  Button,
  ErrorState,
  Form,
  SubmitButton,
  Text,
  TextField,
  toast,
  type FormActions,
} from '@homie/ui';
import { useState } from 'react';
import { reportError, reportFailure } from '../../layout/report-failure';
import { Section } from '../../layout/section';
import { useEmail } from './use-email';
import type { Prove } from './use-prove';

const MANAGED = {
  directory:
    "Your organisation's directory manages this address. Ask your IT support to change it.",
  provider:
    "You sign in with your organisation's account, which has this address. Ask your IT support to change it.",
};

/** The email address of the user, and a change of it that waits for both addresses to be confirmed. */
export function EmailSection({ prove }: { prove: Prove }) {
  const auth = useAuth();
  const email = useSession()?.user.email ?? '';
  const { data, isError, isFetching, refetch, reload } = useEmail();

  async function change(
    { email: next }: MailRequestForm,
    { setFieldError, reset }: FormActions<MailRequestForm>,
  ) {
    if (next.toLowerCase() === email)
      return setFieldError('email', 'This is your address already.');
    const options = { emailRedirectTo: `${window.location.origin}/auth/callback` };
    const result = await prove(() =>
      auth.call((service) => service.updateUser({ email: next }, options)),
    );
    if (!result) return;
    if (result.ok) {
      reset();
      toast.success({ title: 'Two emails sent', description: 'Open the link in each of them.' });
      return reload();
    }
    const { code, message } = result.failure;
    if (code === 'validation_failed' || code === 'sso_required')
      return setFieldError('email', message);
    return reportFailure(result.failure);
  }

  return (
    <Section title="Email address" description={data?.manager ? MANAGED[data.manager] : email}>
      {!data && isError && (
        <ErrorState
          title="Changes of the address could not be loaded"
          description="Check your connection and try again."
          headingAs="h3"
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data?.pending && <PendingChange email={data.pending} onChange={reload} />}
      {data?.manager === null && (
        <Form
          label="Change email address"
          schema={mailRequestSchema}
          defaultValues={{ email: '' }}
          onSubmit={change}
        >
          <TextField<MailRequestForm>
            name="email"
            label="New email address"
            hint="We send a link to the current and to the new address. The address changes once you have opened both."
            inputMode="email"
            autoComplete="email"
            required
          />
          <Box>
            <SubmitButton<MailRequestForm> busyLabel="Sending..." disabledWhenEmpty={['email']}>
              Change email address
            </SubmitButton>
          </Box>
        </Form>
      )}
    </Section>
  );
}

/** Names the new address, and cancels the change. */
function PendingChange({ email, onChange }: { email: string; onChange: () => Promise<void> }) {
  const api = useApi();
  const [busy, setBusy] = useState(false);

  async function cancel() {
    setBusy(true);
    try {
      const isCancelled = await (await lazyAccountApi()).cancelEmailChange(api);
      if (isCancelled)
        toast.success({ title: 'Change cancelled', description: 'The links no longer work.' });
      else
        toast.info({
          title: 'Nothing to cancel',
          description: 'Both links have been opened, or they have expired.',
        });
      await onChange();
    } catch (error) {
      reportError(error);
    }
    setBusy(false);
  }

  return (
    <Box
      as="output"
      display="block"
      borderWidth="1px"
      borderColor="border.subtle"
      borderRadius="md"
      padding="4"
    >
      <Text overflowWrap="anywhere">
        Waiting for the change to <strong translate="no">{email}</strong>. Open the links in the
        emails at both addresses within an hour.
      </Text>
      <Box mt="3">
        <Button
          variant="outline"
          busy={busy}
          busyLabel="Cancelling..."
          onClick={() => void cancel()}
        >
          Cancel change
        </Button>
      </Box>
    </Box>
  );
}

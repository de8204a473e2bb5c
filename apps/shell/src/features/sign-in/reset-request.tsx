import { useAuth } from '@homie/auth';
import { describeMessages } from '@homie/contracts';
import { resetRequestSchema, type SignIn } from '@homie/contracts/authentication';
import { Button, HStack, Separator, Text, toast, useFormField } from '@homie/ui';
import { useState, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { reportFailure } from '../../layout/report-failure';
import { toFieldError } from './field-error';
import { useShowInbox } from './inbox-context';
import { readWaitAfterMail, WAIT_AFTER_MAIL } from './read-wait';

const FAILED = 'Failed to send password reset email. Please try again.';

/** Requests a mail with a link for a new password, to the email in the surrounding form. */
export function ResetRequest({ disabled }: { disabled: boolean }) {
  const auth = useAuth();
  const { value: email, setError } = useFormField<SignIn, 'email'>('email');
  const showInbox = useShowInbox();
  const [busy, setBusy] = useState(false);

  async function request({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    function showError(message: string) {
      flushSync(() => setError(message));
      form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    }
    const { data, error } = resetRequestSchema.safeParse({ email });
    if (!data) {
      const description = describeMessages(error);
      showError(description);
      return toast.error({ title: 'Error', description });
    }
    setBusy(true);
    const result = await auth.requestPasswordReset(data.email);
    setBusy(false);
    if (!result.ok) {
      const fieldError = toFieldError(result.failure);
      if (fieldError) showError(fieldError.message);
      const wait = readWaitAfterMail(result.failure);
      if (wait !== null) showInbox({ email: data.email, kind: 'reset', wait });
      return reportFailure(result.failure, FAILED);
    }
    showInbox({ email: data.email, kind: 'reset', wait: WAIT_AFTER_MAIL });
    return toast.success({
      title: 'Password reset email sent!',
      description: 'Check your email for a link to reset your password.',
    });
  }

  return (
    <>
      <HStack gap="3" marginTop="2">
        <Separator flex="1" />
        <Text size="sm" tone="muted">
          Forgot your password?
        </Text>
        <Separator flex="1" />
      </HStack>
      <Button
        variant="outline"
        wide
        busy={busy}
        busyLabel="Sending..."
        disabled={disabled || email === ''}
        onClick={request}
      >
        Reset Password
      </Button>
    </>
  );
}

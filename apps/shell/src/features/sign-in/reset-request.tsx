import { useAuth } from '@homie/auth';
import { describeMessages, resetRequestSchema } from '@homie/contracts';
import { Button, HStack, Separator, Text, toast, useFormValue } from '@homie/ui';
import { useState } from 'react';
import { reportFailure } from '../../layout/report-failure';

const FAILED = 'Failed to send password reset email. Please try again.';

/** Asks for a mail with a link to a new password, for the email in the form around. */
export function ResetRequest({ disabled }: { disabled: boolean }) {
  const auth = useAuth();
  const email = useFormValue('email');
  const [busy, setBusy] = useState(false);

  async function request() {
    const { data, error } = resetRequestSchema.safeParse({ email });
    if (!data) return toast.error({ title: 'Error', description: describeMessages(error) });
    setBusy(true);
    const result = await auth.requestPasswordReset(data.email);
    setBusy(false);
    if (!result.ok) return reportFailure(result.failure, FAILED);
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

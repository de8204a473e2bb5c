import { useAuth } from '@homie/auth';
import { Button, HStack, Separator, Text } from '@homie/ui';
import { useMailRequest } from './use-mail-request';

/** Requests a mail with a link for a new password, to the email in the surrounding form. */
export function ResetRequest({ disabled }: { disabled: boolean }) {
  const auth = useAuth();
  const { email, busy, request } = useMailRequest({
    kind: 'reset',
    send: auth.requestPasswordReset,
    sent: {
      title: 'Password reset email sent!',
      description: 'Check your email for a link to reset your password.',
    },
    failed: 'Failed to send password reset email. Please try again.',
  });

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

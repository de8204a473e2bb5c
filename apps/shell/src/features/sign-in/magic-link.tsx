import { useAuth, type Auth } from '@homie/auth';
import { Button } from '@homie/ui';
import { useMailRequest } from './use-mail-request';

/** Requests a mail with a link that signs in. An address without an account gets the same response. */
export function requestMagicLink(auth: Pick<Auth, 'call'>, email: string) {
  const emailRedirectTo = `${window.location.origin}/auth/callback`;
  return auth.call((service) =>
    service.signInWithOtp({ email, options: { shouldCreateUser: false, emailRedirectTo } }),
  );
}

/** Requests a link to the email in the surrounding form. */
export function MagicLinkButton({ disabled }: { disabled: boolean }) {
  const auth = useAuth();
  const { email, busy, request } = useMailRequest({
    kind: 'link',
    send: (address) => requestMagicLink(auth, address),
    sent: { title: 'Email sent', description: 'Check your email for a link to sign in.' },
    failed: 'Failed to send the email. Please try again.',
  });
  return (
    <Button
      variant="ghost"
      wide
      // It has no border: its space is enough.
      marginBlock="-2"
      busy={busy}
      busyLabel="Sending..."
      disabled={disabled || email === ''}
      onClick={request}
    >
      Email me a sign-in link
    </Button>
  );
}

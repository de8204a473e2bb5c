import { useAuth } from '@homie/auth';
import { Link, useDocumentTitle, useNavigate } from '@homie/composition';
import { Button, LinkButton, Text, toast } from '@homie/ui';
import { useState } from 'react';
import { AuthPage } from '../../layout/auth-page';
import { reportFailure } from '../../layout/report-failure';

/** Confirms the email address on a button press: mail scanners open links, and must change nothing. */
export function ConfirmEmail({ tokenHash }: { tokenHash: string }) {
  const auth = useAuth();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [isInvalid, setIsInvalid] = useState(false);
  useDocumentTitle('Confirm your email');

  async function confirm() {
    setBusy(true);
    const result = await auth.verifyTokenHash(tokenHash, 'signup');
    setBusy(false);
    if (result.ok) {
      toast.success({ title: 'Email confirmed', description: "You're signed in." });
      return navigate('/app', { replace: true });
    }
    const { kind, code } = result.failure;
    if (kind === 'refused' && code !== 'over_request_rate_limit') return setIsInvalid(true);
    return reportFailure(result.failure);
  }

  if (isInvalid) {
    return (
      <AuthPage title="This link no longer works" subtitle="It has been used or has expired.">
        <Text textAlign="center">
          If your email is confirmed, sign in to continue. If not, sign in and we'll offer to send
          you a new link.
        </Text>
        <LinkButton asChild wide>
          <Link to="/auth/sign-in" replace>
            Sign in
          </Link>
        </LinkButton>
      </AuthPage>
    );
  }
  return (
    <AuthPage title="Confirm your email" subtitle="One more step, and your account is ready.">
      <Button wide busy={busy} busyLabel="Confirming..." onClick={confirm}>
        Confirm my email
      </Button>
    </AuthPage>
  );
}

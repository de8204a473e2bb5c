import { useAuth } from '@homie/auth';
import { Link, useDocumentTitle, useNavigate } from '@homie/composition';
import { Button, LinkButton } from '@homie/ui';
import { useState } from 'react';
import { AuthPage } from '../../layout/auth-page';
import { LinkAddress, useRefuseOtherAccount } from '../../layout/link-address';
import { reportFailure } from '../../layout/report-failure';

/** Signs in with a mailed link, on a button press: mail scanners open links. */
export default function OpenMagicLink({ tokenHash }: { tokenHash: string }) {
  const auth = useAuth();
  const navigate = useNavigate();
  const refuseOtherAccount = useRefuseOtherAccount();
  const [busy, setBusy] = useState(false);
  const [isInvalid, setInvalid] = useState(false);
  useDocumentTitle('Sign in');

  async function signIn() {
    setBusy(true);
    const result = await auth.call((service) =>
      service.verifyOtp({ type: 'magiclink', token_hash: tokenHash }),
    );
    // The sign-in screen asks for the code of users who have a second factor, and opens the app for the others.
    if (result.ok && !refuseOtherAccount()) return navigate('/auth/sign-in', { replace: true });
    setBusy(false);
    if (result.ok) return setInvalid(true);
    if (result.failure.code === 'otp_expired') return setInvalid(true);
    return reportFailure(result.failure);
  }

  if (isInvalid)
    return (
      <AuthPage
        title="This link no longer works"
        subtitle="It has been used or has expired. Request a new one on the sign-in page."
      >
        <LinkButton asChild wide>
          <Link to="/auth/sign-in" replace>
            Sign in
          </Link>
        </LinkButton>
      </AuthPage>
    );
  return (
    <AuthPage title="Sign in" subtitle="Press the button to sign in with the link from your email.">
      <LinkAddress />
      <Button wide busy={busy} busyLabel="Signing in..." onClick={() => void signIn()}>
        Sign in
      </Button>
    </AuthPage>
  );
}

import { lazyAccountApi, useApi } from '@homie/api-client';
import { useAuth } from '@homie/auth';
import { Link, useDocumentTitle, useLocation } from '@homie/composition';
import { Button, LinkButton, Text } from '@homie/ui';
import { useState } from 'react';
import { AuthPage } from '../layout/auth-page';
import { reportFailure } from '../layout/report-failure';

/**
 * The page of "This was not me" in mails about changes of an account. Opening it changes nothing. Its button mails a link
 * for a new password, which signs out every device; a browser that is signed in to the account ends the other sessions
 * at once.
 */
export default function NotMe() {
  const auth = useAuth();
  const api = useApi();
  const { hash } = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  useDocumentTitle('This was not me');
  const email = new URLSearchParams(hash.slice(1)).get('email') ?? '';

  async function secure() {
    setBusy(true);
    const { session } = auth.store.getState();
    if (session?.user.email === email)
      // If it fails, the new password ends them.
      await lazyAccountApi()
        .then((account) => account.endOtherSessions(api))
        .catch(() => undefined);
    const result = await auth.requestPasswordReset(email);
    setBusy(false);
    if (!result.ok) return reportFailure(result.failure);
    setSent(true);
  }

  if (email === '')
    return (
      <AuthPage title="This was not me" subtitle="This link is incomplete.">
        <Text textAlign="center">
          Open the link in the email again, or choose “Reset Password” on the sign-in page.
        </Text>
        <LinkButton asChild wide>
          <Link to="/auth/sign-in" replace>
            Sign in
          </Link>
        </LinkButton>
      </AuthPage>
    );
  if (isSent)
    return (
      <AuthPage title="Check your inbox" subtitle="We sent you a link to choose a new password.">
        <Text textAlign="center">
          The new password signs out all other devices. Then open Settings, Security, and remove
          passkeys and authenticator apps that are not yours. Tell your administrator what happened.
        </Text>
      </AuthPage>
    );
  return (
    <AuthPage
      title="This was not me"
      subtitle="Choose a new password now. It signs out everyone who is using your account."
    >
      <Text textAlign="center" translate="no" overflowWrap="anywhere">
        {email}
      </Text>
      <Button wide busy={isBusy} busyLabel="Sending..." onClick={() => void secure()}>
        Email me a link
      </Button>
      <LinkButton asChild variant="outline" wide>
        <Link to="/app" replace>
          It was me after all
        </Link>
      </LinkButton>
    </AuthPage>
  );
}

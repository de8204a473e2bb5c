import { useAuth } from '@homie/auth';
import { useDocumentTitle, useNavigate } from '@homie/composition';
import { Center, LoadingState, toast } from '@homie/ui';
import { lazy, useEffect, useRef } from 'react';
import type { AuthLink } from '../../app/auth-link';
import { takeReturnState } from '../../app/stored-return';
import { ReplaceSession } from '../../layout/replace-session';
import { completeSignIn } from './complete-sign-in';
import { ConfirmEmail } from './confirm-email';

/** Few users open them; this screen is in the chunk of the sign-in screen. */
const ConfirmEmailChange = lazy(() => import('./confirm-email-change'));
const OpenMagicLink = lazy(() => import('./open-magic-link'));

/** Shows a button for a mailed confirmation link; completes any other link at once. */
export function AuthCallback({ link }: { link: AuthLink }) {
  if (link.kind !== 'token-hash') return <CompleteSignIn link={link} />;
  if (link.type === 'email_change') return <ConfirmEmailChange tokenHash={link.tokenHash} />;
  return (
    <ReplaceSession>
      {link.type === 'magiclink' ? (
        <OpenMagicLink tokenHash={link.tokenHash} />
      ) : (
        <ConfirmEmail tokenHash={link.tokenHash} />
      )}
    </ReplaceSession>
  );
}

/** Exchanges the code of a sign-in through a provider for a session and moves on. */
function CompleteSignIn({ link }: { link: AuthLink }) {
  const auth = useAuth();
  const navigate = useNavigate();
  const started = useRef(false);
  useDocumentTitle('Signing in');

  useEffect(() => {
    if (started.current) return; // a code can be exchanged once
    started.current = true;
    void completeSignIn(link, auth).then(({ to, error }) => {
      if (error) toast.error(error);
      const state = takeReturnState();
      // The sign-in screen opens the address that the user came from.
      return navigate(state ? '/auth/sign-in' : to, { replace: true, state });
    });
  }, [auth, link, navigate]);

  return (
    <Center as="main" minHeight="100dvh">
      <LoadingState label="Completing sign in..." />
    </Center>
  );
}

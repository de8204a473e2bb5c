import { isFactorDemanded, needsSecondFactor, useSessionState } from '@homie/auth';
import { Navigate, useEnvironment, useLocation, useStore } from '@homie/composition';
import { toast } from '@homie/ui';
import { lazy, useEffect, useRef, type ReactNode } from 'react';
import type { ReturnState } from './return-path';
import { SessionLoading } from './session-loading';
import { signInNotice } from './sign-in-notice';
import { signedInUser } from './signed-in-user';
import { waitingUser } from './waiting-user';

const RequireFactor = lazy(() => import('./require-factor'));
const loadAuthScreens = () => import('../features/auth-screens');
const PrivacyNotice = lazy(async () => ({ default: (await loadAuthScreens()).PrivacyNotice }));
const Waiting = lazy(async () => ({ default: (await loadAuthScreens()).Waiting }));

/**
 * Shows its screen to signed-in users; after their first sign-in the notice about their information, and while they wait
 * for approval, that they do. Redirects all others to sign-in, which redirects back here.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { status, session } = useSessionState();
  const { secondFactor } = useEnvironment();
  const waitingId = useStore(waitingUser);
  const signedInId = useStore(signedInUser);
  if (status === 'loading') return <SessionLoading />;
  // The sign-in screen asks for the code.
  if (!session || needsSecondFactor(session)) return <ToSignIn />;
  if (session.user.id === waitingId) return <Waiting email={session.user.email} />;
  if (session.user.id === signedInId && !session.user.user_metadata?.notice_confirmed_at)
    return <PrivacyNotice />;
  if (!isFactorDemanded(session, secondFactor)) return children;
  return <RequireFactor>{children}</RequireFactor>;
}

/** Opens the sign-in screen, which returns to this address, and says if the session has ended by itself. */
export function ToSignIn() {
  const { ended, session } = useSessionState();
  const { pathname, search, hash } = useLocation();
  const isNotified = useRef(false);
  const notice = session ? null : signInNotice(pathname, ended);
  useEffect(() => {
    if (notice && !isNotified.current) toast[notice.kind](notice);
    isNotified.current = true;
  }, [notice]);
  const state: ReturnState = { returnTo: pathname + search + hash, userId: ended?.userId };
  return <Navigate to="/auth/sign-in" replace state={state} />;
}

import { needsSecondFactor, readAssuranceLevel, useSessionState } from '@homie/auth';
import { Navigate, useEnvironment, useLocation, useStore } from '@homie/composition';
import { toast } from '@homie/ui';
import { lazy, useEffect, useRef, type ReactNode } from 'react';
import type { ReturnState } from './return-path';
import { SessionLoading } from './session-loading';
import { signInNotice } from './sign-in-notice';
import { waitingUser } from './waiting-user';

const RequireFactor = lazy(() => import('./require-factor'));
const Waiting = lazy(async () => ({
  default: (await import('../features/auth-screens')).Waiting,
}));

/**
 * Shows its screen to signed-in users, or that they wait for approval. Redirects all others to sign-in, which redirects
 * back here.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { status, session } = useSessionState();
  const { secondFactor } = useEnvironment();
  const waitingId = useStore(waitingUser);
  if (status === 'loading') return <SessionLoading />;
  // The sign-in screen asks for the code.
  if (!session || needsSecondFactor(session)) return <ToSignIn />;
  if (session.user.id === waitingId) return <Waiting email={session.user.email} />;
  if (secondFactor === 'optional' || readAssuranceLevel(session) === 'aal2') return children;
  return <RequireFactor>{children}</RequireFactor>;
}

function ToSignIn() {
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

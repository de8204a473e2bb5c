import { useSessionState } from '@homie/auth';
import { Navigate, useLocation } from '@homie/composition';
import { LoadingState, toast } from '@homie/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { signInNotice, type Notice } from './sign-in-notice';

interface RequireSessionProps {
  /** Tell the visitor why they are sent to sign in, where there is something to tell. */
  notice?: boolean;
  children: ReactNode;
}

/** Shows its screen to signed-in visitors and sends everybody else to sign in. */
export function RequireSession({ notice = false, children }: RequireSessionProps) {
  const { status, session } = useSessionState();
  const { pathname } = useLocation();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (session && !wasSignedIn) setWasSignedIn(true);

  if (status === 'loading') return <LoadingState fullScreen label="Loading..." />;
  if (session) return children;
  return <ToSignIn notice={notice ? signInNotice(pathname, wasSignedIn) : null} />;
}

function ToSignIn({ notice }: { notice: Notice | null }) {
  const told = useRef(false);
  useEffect(() => {
    if (notice && !told.current) toast[notice.kind](notice);
    told.current = true;
  }, [notice]);
  return <Navigate to="/auth/sign-in" replace />;
}

import { holdQueries, useQueryClient } from '@homie/api-client';
import { needsSecondFactor, useSessionState } from '@homie/auth';
import { Outlet, useLocation } from '@homie/composition';
import { Activity, Suspense, use, useEffect, useLayoutEffect, useRef } from 'react';
import { ToSignIn } from './require-session';

const never = new Promise<never>(() => undefined);

/** Suspends a screen as it is: it is hidden and does not render, whatever changes around it. */
function Screen({ isFrozen }: { isFrozen: boolean }) {
  if (isFrozen) use(never);
  return <Outlet />;
}

/**
 * The route around the sign-in screen and the screens that require a session. If the session ends by itself, the screen
 * stays behind sign-in, hidden, for what was typed into it, and the same user finds it as it was. Any other user gets a
 * new one, and so does a user who signed out.
 */
export function SessionScreens() {
  const isSignIn = useLocation().pathname === '/auth/sign-in';
  const client = useQueryClient();
  const { session, ended } = useSessionState();
  const isLost = session ? needsSecondFactor(session) : ended?.reason === 'lost';
  const isFrozen = isSignIn || isLost;
  const release = useRef<() => void>(undefined);
  // Hiding stops the observers of queries after layout effects. Without any, the data would be removed, and the screen
  // with it.
  useLayoutEffect(() => {
    if (!isFrozen || release.current) return;
    release.current = holdQueries(client);
  }, [client, isFrozen]);
  // The effects of the screen run before this one.
  useEffect(() => {
    if (isFrozen) return;
    release.current?.();
    release.current = undefined;
    // A dialog moves the focus into itself as it appears, before the browser shows it.
    const dialog = [...document.querySelectorAll<HTMLElement>('[aria-modal=true]')].at(-1);
    if (document.activeElement === document.body) dialog?.focus();
  }, [isFrozen]);
  return (
    <>
      {isSignIn && <Outlet />}
      {isLost && !isSignIn && <ToSignIn />}
      <Activity
        key={session?.user.id ?? (isLost ? ended?.userId : '')}
        mode={isFrozen ? 'hidden' : 'visible'}
      >
        <Suspense>
          <Screen isFrozen={isFrozen} />
        </Suspense>
      </Activity>
    </>
  );
}

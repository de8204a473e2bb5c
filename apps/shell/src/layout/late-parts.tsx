import { createStore, useLocation, useStore } from '@homie/composition';
import { Fragment, lazy, Suspense, type ReactNode } from 'react';

const FollowSession = lazy(() => import('../app/follow-session'));
const parts = createStore<readonly ReactNode[]>([]);

/** Renders an element on all screens that require a session, e.g. a notice whose code has just loaded. */
export function renderOnAllScreens(part: ReactNode): void {
  parts.setState((current) => [...current, part]);
}

/** Renders the elements that `renderOnAllScreens` has added, and outside the chat what notices the end of the session. */
export function LateParts() {
  const isChat = useLocation().pathname === '/app';
  return (
    <>
      {!isChat && (
        <Suspense>
          <FollowSession />
        </Suspense>
      )}
      {useStore(parts).map((part, index) => (
        // Elements are only added, so the index identifies them. A finished element renders nothing.
        <Fragment key={index}>{part}</Fragment>
      ))}
    </>
  );
}

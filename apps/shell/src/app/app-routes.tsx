import { Route, Routes, useComposition } from '@homie/composition';
import { LoadingState } from '@homie/ui';
import { lazy, Suspense, useEffect } from 'react';
import { AppLayout } from '../layout/app-layout';
import { RemoteOutlet } from '../remotes/remote-outlet';
import { adminRoutes } from './admin-routes';
import type { AuthLink } from './auth-link';
import { RequireSession } from './require-session';
import { SessionScreens } from './session-screens';
import { useHeadingFocus } from './use-heading-focus';

const NotFound = lazy(() => import('../features/not-found'));

/** Any URL without a route: not found, once the screens of the remotes are known. */
function UnknownRoute() {
  const { status } = useComposition();
  return status === 'loading' ? <LoadingState fullScreen label="Loading..." /> : <NotFound />;
}

/** Leaves the application for the landing page, which is a separate document. */
function LeaveForLanding() {
  useEffect(() => window.location.replace('/'), []);
  return <LoadingState fullScreen label="Loading..." />;
}

const About = lazy(() => import('../features/about'));

const loadAuthScreens = () => import('../features/auth-screens');
type AuthScreens = Awaited<ReturnType<typeof loadAuthScreens>>;
const authScreen = <Name extends keyof AuthScreens>(name: Name) =>
  lazy(() => loadAuthScreens().then((screens) => ({ default: screens[name] })));
const SignIn = authScreen('SignIn');
const AuthCallback = authScreen('AuthCallback');
const ResetPassword = authScreen('ResetPassword');
const AcceptInvitation = authScreen('AcceptInvitation');
const SignOut = authScreen('SignOut');
const NotMe = authScreen('NotMe');

// Constant: a navigation inside a screen renders neither the layout nor the header again.
const layout = (
  <RequireSession>
    <AppLayout />
  </RequireSession>
);
const chat = <RemoteOutlet name="chat" hasSidebar />;

/** Maps URLs to screens; some require a session. */
export function AppRoutes({ link }: { link: AuthLink }) {
  useHeadingFocus();
  const { addresses, adminSections } = useComposition();
  return (
    <Suspense fallback={<LoadingState fullScreen label="Loading..." />}>
      <Routes>
        <Route path="/" element={<LeaveForLanding />} />
        <Route path="/about" element={<About />} />
        <Route path="/auth/callback" element={<AuthCallback link={link} />} />
        <Route path="/auth/reset-password" element={<ResetPassword link={link} />} />
        <Route path="/auth/accept-invitation" element={<AcceptInvitation link={link} />} />
        <Route path="/auth/sign-out" element={<SignOut />} />
        <Route path="/auth/not-me" element={<NotMe />} />
        <Route element={<SessionScreens />}>
          <Route path="/auth/sign-in" element={<SignIn />} />
          <Route element={layout}>
            <Route path="/app" element={chat} />
            {adminRoutes(adminSections).map((path) => (
              <Route key={path} path={path} element={<RemoteOutlet name="admin" />} />
            ))}
            {addresses.map(({ path, remote }) => (
              <Route key={path} path={`${path}/*`} element={<RemoteOutlet name={remote} />} />
            ))}
          </Route>
        </Route>
        <Route path="*" element={<UnknownRoute />} />
      </Routes>
    </Suspense>
  );
}

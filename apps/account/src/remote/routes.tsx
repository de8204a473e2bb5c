import { Navigate, useLocation } from '@homie/composition';
import { lazy, Suspense } from 'react';
import { SkeletonRows } from '@homie/ui';
import { AccountFrame } from '../layout/account-frame';
import { AppearanceScreen } from '../features/appearance/appearance-screen';
import { ProfileScreen } from '../features/profile/profile-screen';

const NotificationsScreen = lazy(() => import('../features/notifications/notifications-screen'));
const SecurityScreen = lazy(() => import('../features/security/security-screen'));
const SessionsScreen = lazy(() => import('../features/sessions/sessions-screen'));

const SCREENS = {
  '/account': ProfileScreen,
  '/account/appearance': AppearanceScreen,
  '/account/notifications': NotificationsScreen,
  '/account/security': SecurityScreen,
  '/account/sessions': SessionsScreen,
};

/** The settings of the user's own account, for the shell's route `/account/*`. */
export default function AccountRoutes() {
  const { pathname } = useLocation();
  const [path, Screen] =
    Object.entries(SCREENS).find(([address]) => address === pathname.replace(/\/$/, '')) ?? [];
  if (!path || !Screen) return <Navigate to="/account" replace />;
  return (
    <AccountFrame path={path}>
      <Suspense fallback={<SkeletonRows rows={3} label="Loading..." />}>
        <Screen />
      </Suspense>
    </AccountFrame>
  );
}

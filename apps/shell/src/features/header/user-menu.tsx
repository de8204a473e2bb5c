import { useIsAdmin } from '@homie/api-client';
import { describeIdentity, useAuth, useSession } from '@homie/auth';
import {
  useContributions,
  useEnvironment,
  useNavigate,
  usePreloadRemote,
} from '@homie/composition';
import {
  Avatar,
  Box,
  Button,
  IconChevronDown,
  IconRefresh,
  IconSettings,
  IconShield,
  IconSignOut,
  Menu,
  Span,
  Text,
  useIsMobile,
  type MenuItem,
} from '@homie/ui';
import { lazy, Suspense } from 'react';

const ContributionIcon = lazy(() => import('./contribution-icon'));

const ADMIN: MenuItem = {
  id: 'admin',
  label: 'Admin Panel',
  icon: <IconShield />,
  href: '/admin',
};
const SETTINGS: MenuItem = {
  id: 'settings',
  label: 'Settings',
  icon: <IconSettings />,
  disabled: true,
};
const SIGN_OUT: MenuItem = {
  id: 'sign-out',
  label: 'Sign Out',
  icon: <IconSignOut />,
  href: '/auth/sign-out',
};

/** Who is signed in, and where they can go from anywhere. */
export function UserMenu() {
  const user = useSession()?.user;
  const isAdmin = useIsAdmin(user?.id);
  const navigate = useNavigate();
  const auth = useAuth();
  const environment = useEnvironment();
  const overrides: MenuItem = {
    id: 'overrides',
    label: 'Use another version',
    hint: 'Developer',
    icon: <IconRefresh />,
    onSelect: () =>
      void import('../../remotes/selection/override-dialog').then(({ openOverrides }) =>
        openOverrides({ environment, auth }),
      ),
  };
  // Of the roles only this one is known here; whether another one may is asked when it is wanted.
  const mayOverride = environment.overrides?.roles.some((role) => (role === 'admin') === isAdmin);
  const { name, email, initial } = describeIdentity(user?.email);
  const preload = usePreloadRemote();
  const isMobile = useIsMobile();
  const links = [...useContributions('navItems'), ...useContributions('headerActions')];
  const contributed = links.map(({ remote, id, label, path, icon }): MenuItem => ({
    id: `${remote} ${id}`,
    label,
    icon: (
      <Suspense fallback={<Box boxSize="5" />}>
        <ContributionIcon name={icon} />
      </Suspense>
    ),
    href: path,
    onPoint: () => preload(remote),
  }));
  const items = [
    ...(isMobile ? contributed : []),
    ...(isAdmin ? [{ ...ADMIN, onPoint: () => preload('admin') }] : []),
    SETTINGS,
    SIGN_OUT,
    // For people who test releases: below what everybody else looks for.
    ...(mayOverride ? [overrides] : []),
  ];
  return (
    <Menu
      label="Account"
      items={items}
      onNavigate={navigate}
      header={
        <Box paddingInline="2.5" paddingBlock="1.5">
          <Text fontWeight="medium">{name}</Text>
          <Text size="sm" tone="muted" overflowWrap="anywhere">
            {email}
          </Text>
        </Box>
      }
      trigger={
        <Button variant="ghost" aria-label={`Account of ${name}`} paddingInline="1.5" gap="2">
          <Avatar name={initial} size="sm" />
          <Span display={{ base: 'none', md: 'inline' }} maxWidth="40" truncate>
            {name}
          </Span>
          {/* On the narrowest screens, or in very large text, its room belongs to the title. */}
          <Span display="inline-flex" css={{ '@media (width < 22.5rem)': { display: 'none' } }}>
            <IconChevronDown size={16} />
          </Span>
        </Button>
      }
    />
  );
}

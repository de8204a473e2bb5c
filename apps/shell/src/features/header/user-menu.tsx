import { useCanEditDocuments, useIsAdmin } from '@homie/api-client';
import { describeIdentity, useAuth, useSession } from '@homie/auth';
import {
  useContributions,
  useEnvironment,
  useNavigate,
  usePreloadRemote,
  type RemoteContribution,
} from '@homie/composition';
import {
  Avatar,
  Box,
  Button,
  IconChevronDown,
  IconFile,
  IconRefresh,
  IconSettings,
  IconShield,
  IconSignOut,
  Menu,
  Span,
  Text,
  VisuallyHidden,
  useIsMobile,
  type MenuItem,
} from '@homie/ui';
import { lazy, Suspense, useState } from 'react';

const ContributionIcon = lazy(() => import('./contribution-icon'));

const ADMIN: MenuItem = {
  id: 'admin',
  label: 'Admin Panel',
  icon: <IconShield />,
  href: '/admin',
};
/** For users who may edit documents without being administrators. */
const DOCUMENTS: MenuItem = {
  id: 'documents',
  label: 'Manage documents',
  icon: <IconFile />,
  href: '/admin/documents',
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

/** The menu of the signed-in user, with links that are available on every screen. */
export function UserMenu() {
  const user = useSession()?.user;
  const isAdmin = useIsAdmin(user?.id);
  // Requested when the menu is about to be opened: most users may not edit documents.
  const [isPointed, setIsPointed] = useState(false);
  const isEditor = useCanEditDocuments(isPointed && !isAdmin ? user?.id : undefined);
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
  // Only this role is known here; the permission of another role is checked when the user chooses the item.
  const mayOverride = environment.overrides?.roles.some((role) => (role === 'admin') === isAdmin);
  const { name, email } = describeIdentity(user?.email, user?.user_metadata?.display_name);
  const preload = usePreloadRemote();
  const isMobile = useIsMobile();
  const links = [...useContributions('navItems'), ...useContributions('headerActions')];
  const toItem = ({ remote, id, label, path, icon }: RemoteContribution): MenuItem => ({
    id: `${remote} ${id}`,
    label,
    icon: (
      <Suspense fallback={<Box boxSize="5" />}>
        <ContributionIcon name={icon} />
      </Suspense>
    ),
    href: path,
    onPoint: () => preload(remote),
  });
  const settings = useContributions('userMenuItems').map(toItem);
  const items = [
    ...(isMobile ? links.map(toItem) : []),
    ...(isAdmin ? [{ ...ADMIN, onPoint: () => preload('admin') }] : []),
    ...(isEditor && !isAdmin ? [{ ...DOCUMENTS, onPoint: () => preload('admin') }] : []),
    ...(settings.length > 0 ? settings : [SETTINGS]),
    SIGN_OUT,
    // For people who test releases, so below the items that everyone needs.
    ...(mayOverride ? [overrides] : []),
  ];
  return (
    <Menu
      label="Account"
      items={items}
      onNavigate={navigate}
      header={
        <Box paddingInline="2.5" paddingBlock="1.5">
          <Text translate="no" fontWeight="medium">
            {name}
          </Text>
          <Text translate="no" size="sm" tone="muted" overflowWrap="anywhere">
            {email}
          </Text>
        </Box>
      }
      trigger={
        <Button
          variant="ghost"
          paddingInline="1.5"
          minWidth="11"
          gap="2"
          onPointerEnter={() => setIsPointed(true)}
          onFocus={() => setIsPointed(true)}
        >
          <Avatar name={name} size="sm" />
          {/* No `aria-label`: the visible text would not be part of it. */}
          <VisuallyHidden>
            Account of <span translate="no">{name}</span>
          </VisuallyHidden>
          <Span
            translate="no"
            aria-hidden
            display={{ base: 'none', md: 'inline' }}
            maxWidth="40"
            truncate
          >
            {name}
          </Span>
          {/* Hidden on the narrowest screens, or in very large text, where the title needs the space. */}
          <Span display="inline-flex" css={{ '@media (width < 22.5rem)': { display: 'none' } }}>
            <IconChevronDown size={16} />
          </Span>
        </Button>
      }
    />
  );
}

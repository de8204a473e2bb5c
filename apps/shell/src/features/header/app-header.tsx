import { Slot, useEnvironment, useContributions } from '@homie/composition';
import { Box, Flex, HStack, Logo, ThemeToggle, useIsMobile } from '@homie/ui';
import { DemoBadge } from './demo-badge';
import { UserMenu } from './user-menu';
import { lazy, Suspense } from 'react';

// Loaded lazily: most environments contribute nothing here.
const load = () => import('./contributed-links');
const Areas = lazy(async () => ({ default: (await load()).ContributedAreas }));
const Actions = lazy(async () => ({ default: (await load()).ContributedActions }));

const PLACES = { navItems: Areas, headerActions: Actions } as const;

/** The links that remotes contribute to the header. Not on phones, where the user menu has them. */
function Contributed({ kind }: { kind: keyof typeof PLACES }) {
  const has = useContributions(kind).length > 0;
  const isMobile = useIsMobile();
  const Links = PLACES[kind];
  return (
    has &&
    !isMobile && (
      <Suspense fallback={null}>
        <Links />
      </Suspense>
    )
  );
}

/** The header of all screens that require a session. Screens add their own controls to its slots. */
export function AppHeader() {
  const { productName, demoMode } = useEnvironment();
  return (
    <Flex
      as="header"
      alignItems="center"
      gap={{ base: '1', sm: '2' }}
      height="calc(var(--header-height) + var(--safe-top))"
      paddingTop="var(--safe-top)"
      flexShrink="0"
      paddingLeft={{
        base: 'max({spacing.2}, var(--safe-left))',
        md: 'max({spacing.4}, var(--safe-left))',
      }}
      paddingRight={{
        base: 'max({spacing.2}, var(--safe-right))',
        md: 'max({spacing.4}, var(--safe-right))',
      }}
      bg="bg.surface"
      borderBottomWidth="1px"
      borderColor="border.subtle"
      zIndex="header"
    >
      <Slot name="header-start" />
      <Box
        asChild
        display="inline-flex"
        alignItems="center"
        minHeight="11"
        borderRadius="md"
        paddingInline="1"
        minWidth="0"
        overflow="hidden"
      >
        <a href="/" title="Go to the home page">
          <Logo name={productName} />
        </a>
      </Box>
      {demoMode && <DemoBadge />}
      <Contributed kind="navItems" />
      <HStack gap="1" marginInlineStart="auto">
        <Slot name="header-end" />
        <Contributed kind="headerActions" />
        <ThemeToggle />
        <UserMenu />
      </HStack>
    </Flex>
  );
}

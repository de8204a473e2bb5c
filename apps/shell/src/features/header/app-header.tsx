import { Slot, useEnvironment } from '@homie/composition';
import { Box, Flex, HStack, Logo, ThemeToggle } from '@homie/ui';
import { Contributed } from './contributed';
import { DemoBadge } from './demo-badge';
import { UserMenu } from './user-menu';

/** The header of all screens that require a session. Screens add their own controls to its slots. */
export function AppHeader() {
  const { productName, demoMode } = useEnvironment();
  return (
    <Flex
      as="header"
      alignItems="center"
      gap={{ base: '1', sm: '2' }}
      height="calc({spacing.14} + var(--safe-top))"
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

import { Outlet } from '@homie/composition';
import { Box, Flex, SkipLink } from '@homie/ui';
import { AppHeader } from '../features/header';
import { LateParts } from './late-parts';

/** The frame of every screen behind the sign-in: the header, and the screen with the rest of the window. */
export function AppLayout() {
  return (
    <Flex flexDirection="column" height="100dvh">
      <SkipLink />
      <AppHeader />
      <Box as="main" id="main" tabIndex={-1} flex="1" minHeight="0" overflow="auto" outline="none">
        <Outlet />
      </Box>
      <LateParts />
    </Flex>
  );
}

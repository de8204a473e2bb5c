import { Outlet } from '@homie/composition';
import { Box, Flex, SkipLink } from '@homie/ui';
import { AppHeader } from '../features/header/app-header';
import { LateParts } from './late-parts';

/** The layout of all screens that require a session: the header, and the screen in the remaining space. */
export function AppLayout() {
  return (
    <Flex
      flexDirection="column"
      position="relative"
      top="var(--visible-top, 0px)"
      height="var(--visible-height, 100dvh)"
      // On a very low screen, such as a phone on its side with its keyboard, the header is above the view. A reversed
      // column starts at its end.
      css={{
        '@media (height < 190px)': {
          flexDirection: 'column-reverse',
          overflowY: 'auto',
          '& > header': { order: 1 },
          '& > main': { flex: 'none', height: 'full' },
        },
      }}
    >
      <SkipLink />
      <AppHeader />
      <Box
        as="main"
        id="main"
        tabIndex={-1}
        flex="1"
        minHeight="0"
        overflow="auto"
        // Contains hidden text, which is positioned absolutely: otherwise it makes the document itself scroll.
        position="relative"
        outline="none"
        paddingLeft="var(--safe-left)"
        paddingRight="var(--safe-right)"
        paddingBottom="var(--safe-bottom)"
      >
        <Outlet />
      </Box>
      <LateParts />
    </Flex>
  );
}

import { Box, Flex, Text, type Elements } from '@homie/ui';
import type { ReactNode } from 'react';

/** The width that messages and composer share. */
const COLUMN = '48rem';

/** Conditions for a screen on which each line of the conversation counts: low, or covered by a keyboard. */
const LOW = ['@media (height < 520px)', 'html[style*="--visible-height"] &'];
const whereLow = <Style,>(style: Style) => Object.fromEntries(LOW.map((low) => [low, style]));

interface ConversationFrameProps {
  header: Elements;
  /** Fills the space between header and composer. */
  thread: ReactNode;
  composer: Elements;
}

/** The layout of an open conversation. */
export function ConversationFrame({ header, thread, composer }: ConversationFrameProps) {
  return (
    <Flex
      flexDirection="column"
      flex="1"
      minWidth="0"
      minHeight="0"
      // On a low screen, such as a page at 400 % zoom, the header is above the view. A reversed column starts at its end.
      css={{
        '@media (height < 250px)': { flexDirection: 'column-reverse', overflowY: 'auto' },
      }}
    >
      {header}
      <Box
        position="relative"
        flex="1"
        minHeight="0"
        css={{
          '@media (height < 250px)': { order: -1, flex: 'none', height: 'calc(100% - 3.25rem)' },
        }}
      >
        {thread}
      </Box>
      <Box
        flexShrink="0"
        width="full"
        maxWidth={COLUMN}
        marginInline="auto"
        paddingInline={{ base: '3', md: '6' }}
        css={{
          ...whereLow({ paddingBottom: '1' }),
          '@media (height < 250px)': { order: -2 },
        }}
      >
        {composer}
        <Text
          size="xs"
          tone="subtle"
          textAlign="center"
          paddingBlock={{ base: '1', md: '1.5' }}
          css={whereLow({ display: 'none' })}
        >
          Replies can be wrong. In an emergency call 000.
        </Text>
      </Box>
    </Flex>
  );
}

/** The column of the messages, inside the area that scrolls. */
export function MessageColumn({ children }: { children: ReactNode }) {
  return (
    <Box
      maxWidth={COLUMN}
      marginInline="auto"
      paddingInline={{ base: '4', md: '6' }}
      paddingBottom="2"
    >
      {children}
    </Box>
  );
}

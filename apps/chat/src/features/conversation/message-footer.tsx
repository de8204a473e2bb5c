import { Flex } from '@homie/ui';
import type { ReactNode } from 'react';

interface MessageFooterProps {
  /** What is always there. */
  children: ReactNode;
  /** What appears when the message is pointed at or has the focus; always there on touch screens. */
  actions: ReactNode;
  side: 'start' | 'end';
  /** Shows the actions in any case, as for the newest reply. */
  shown?: boolean;
}

/** Under a message: when it was said, and what can be done with it. Takes its room before it is seen. */
export function MessageFooter({ children, actions, side, shown = false }: MessageFooterProps) {
  const isEnd = side === 'end';
  return (
    <Flex
      alignItems="center"
      gap="2"
      minHeight="8"
      flexWrap="wrap"
      flexDirection={isEnd ? 'row-reverse' : 'row'}
      fontSize="xs"
      color="fg.subtle"
      css={{ '@media (pointer: coarse)': { minHeight: '11' } }}
    >
      {children}
      <Flex
        alignItems="center"
        marginInlineStart={isEnd ? '0' : '-1'}
        css={{
          opacity: shown ? 1 : 0,
          transition: 'opacity {durations.fast} ease-out',
          'article:is(:hover, :focus-within) &, article:focus &': { opacity: 1 },
          '@media (hover: none)': { opacity: 1 },
        }}
      >
        {actions}
      </Flex>
    </Flex>
  );
}

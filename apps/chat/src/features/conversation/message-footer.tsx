import { Flex } from '@homie/ui';
import { useDeferredValue, type ReactNode } from 'react';

interface MessageFooterProps {
  /** What is always there. */
  children: ReactNode;
  /** What appears when the message is pointed at or has the focus; always there on touch screens. */
  actions: ReactNode;
  side: 'start' | 'end';
  /** Shows the actions in any case, as for the newest reply. */
  shown?: boolean;
}

/**
 * Under a message: when it was said, and what can be done with it. Takes its room before it is seen. Buttons take as long
 * to draw as the words of a short message: they come after those, piece by piece, so that scrolling goes on meanwhile.
 */
export function MessageFooter({ children, actions, side, shown = false }: MessageFooterProps) {
  const isEnd = side === 'end';
  const hasActions = useDeferredValue(true, false);
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
          'article:is(:hover, :focus-within) &, article:focus &': { opacity: 1 },
          '@media (hover: none)': { opacity: 1 },
        }}
      >
        {hasActions && actions}
      </Flex>
    </Flex>
  );
}

import { Flex, type Elements } from '@homie/ui';
import { useDeferredValue, type ReactNode } from 'react';

interface MessageFooterProps {
  /** The content that is always visible. */
  children: Elements;
  /** The content that appears on hover or focus; always visible on touch screens. */
  actions: ReactNode;
  side: 'start' | 'end';
  /** Always shows the actions, as for the newest reply. */
  shown?: boolean;
}

/**
 * The footer of a message: its time and its actions. Reserves its space before it is visible. Buttons take as long to
 * render as the text of a short message: they render after it, interruptibly, so that scrolling continues in the
 * meantime.
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
      css={{
        '@media (pointer: coarse)': { minHeight: '11' },
        // At the end of the text's lines: before the actions of a reply it would look like their label.
        ...(!isEnd && {
          maxWidth: '32rem',
          '& > time': { order: 1, marginInlineStart: 'auto' },
        }),
      }}
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

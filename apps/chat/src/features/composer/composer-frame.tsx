import { Box, Flex, type Elements } from '@homie/ui';
import type { MouseEventHandler, ReactNode } from 'react';
import { messageField } from '../../platform/message-field';

interface ComposerFrameProps {
  onClick?: MouseEventHandler;
  /** The files and the text. */
  children: Elements;
  /** The row below them. */
  buttons: ReactNode;
}

/** The rounded field of the composer. On a low screen the buttons are next to the text. */
export function ComposerFrame({ onClick, children, buttons }: ComposerFrameProps) {
  return (
    <Box
      width="full"
      bg="bg.surface"
      borderWidth="1px"
      borderColor="border.control"
      borderRadius="lg"
      _focusWithin={{ borderColor: 'focus.ring', boxShadow: '0 0 0 1px {colors.focus.ring}' }}
      css={{
        '@media (height < 420px)': {
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          '& > *': { flex: '0 0 100%', order: -1 },
          '& > textarea': { flex: '1 1 7rem', order: 0 },
        },
      }}
      onClick={onClick}
    >
      {children}
      <Flex
        alignItems="center"
        gap="1"
        paddingInline="2"
        paddingBottom="2"
        css={{ '@media (height < 420px)': { flex: '0 1 auto', order: 0, paddingBottom: '0' } }}
      >
        {buttons}
      </Flex>
    </Box>
  );
}

/** Styles of the text in the composer. On a low screen the messages need the space. */
export const composerText = {
  ...messageField,
  maxHeight: 'min(200px, 35dvh, max(4.5rem, 60dvh - 9rem))',
  css: {
    fieldSizing: 'content',
    '@media (pointer: coarse)': { minHeight: '11' },
    '@media (height < 420px)': {
      paddingBlock: '2.5',
      maxHeight: 'max(2.75rem, 20dvh)',
      // One line of a placeholder that is longer: the next would be cut in its middle.
      '&:placeholder-shown': { paddingBlock: '0', lineHeight: '2.75rem', maxHeight: '2.75rem' },
    },
  },
} as const;

import { Box, Flex } from '@homie/ui';
import type { MouseEventHandler, ReactNode } from 'react';
import { messageField } from '../../platform/message-field';

interface ComposerFrameProps {
  onClick?: MouseEventHandler;
  /** The files and the text. */
  children: ReactNode;
  /** The row below them. */
  buttons: ReactNode;
}

/** The rounded field of the composer. */
export function ComposerFrame({ onClick, children, buttons }: ComposerFrameProps) {
  return (
    <Box
      width="full"
      bg="bg.surface"
      borderWidth="1px"
      borderColor="border.control"
      borderRadius="lg"
      _focusWithin={{ borderColor: 'focus.ring', boxShadow: '0 0 0 1px {colors.focus.ring}' }}
      onClick={onClick}
    >
      {children}
      <Flex alignItems="center" gap="1" paddingInline="2" paddingBottom="2">
        {buttons}
      </Flex>
    </Box>
  );
}

/** Styles of the text in the composer. On a low screen the messages need the space. */
export const composerText = {
  ...messageField,
  maxHeight: 'min(200px, 35dvh, max(4.5rem, 60dvh - 9rem))',
  css: { fieldSizing: 'content', '@media (pointer: coarse)': { minHeight: '11' } },
} as const;

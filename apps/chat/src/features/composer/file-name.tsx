import { Box, Flex, VisuallyHidden } from '@homie/ui';

/**
 * The number of last characters that are always visible: the extension, and the digit that distinguishes 'report 1'
 * from 'report 2'.
 */
const END = 9;

/** Renders a file name in little space: truncated in the middle visually, complete for a screen reader. */
export function FileName({ name }: { name: string }) {
  const characters = Array.from(name);
  return (
    <>
      <VisuallyHidden>{name}</VisuallyHidden>
      <Flex aria-hidden minWidth="0" whiteSpace="pre" title={name}>
        <Box overflow="hidden" textOverflow="ellipsis">
          {characters.slice(0, -END).join('')}
        </Box>
        <Box flexShrink="0">{characters.slice(-END).join('')}</Box>
      </Flex>
    </>
  );
}

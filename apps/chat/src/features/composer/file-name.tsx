import { Box, Flex, VisuallyHidden } from '@homie/ui';

/** The end of a name that is always seen: its extension, and what tells 'report 1' from 'report 2'. */
const END = 9;

/** A file's name in little room: cut in the middle for the eye, whole for a screen reader. */
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

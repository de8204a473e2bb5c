import { Box, Flex, IconAlert } from '@homie/ui';

/** Lists the invalid parts of the address, with the error messages of the filter's schema. */
export function AddressNotice({ issues }: { issues: readonly string[] }) {
  if (issues.length === 0) return null;
  return (
    <Flex
      role="alert"
      gap="3"
      mb="4"
      padding="3"
      borderRadius="md"
      bg="warning.subtle"
      color="warning.fg"
      fontSize="sm"
    >
      <Box aria-hidden flexShrink="0">
        <IconAlert size={18} />
      </Box>
      <span>{`Part of this address was ignored: ${issues.join(', ')}.`}</span>
    </Flex>
  );
}

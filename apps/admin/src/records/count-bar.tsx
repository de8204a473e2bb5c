import { Box, Flex, Text } from '@homie/ui';

interface CountBarProps {
  value: number;
  /** The value of a full bar. */
  most: number;
}

/** A number in a cell, next to a bar that compares it with the other rows. */
export function CountBar({ value, most }: CountBarProps) {
  return (
    <Flex alignItems="center" gap="2">
      <Box
        aria-hidden
        flexGrow="1"
        minWidth={{ sm: '12' }}
        height="2"
        borderRadius="full"
        bg="bg.muted"
      >
        <Box
          height="full"
          borderRadius="full"
          bg="brand.solid"
          style={{ width: `${(100 * value) / most}%` }}
        />
      </Box>
      <Text as="span" minWidth="8" textAlign="end">
        {value.toLocaleString('en-AU')}
      </Text>
    </Flex>
  );
}

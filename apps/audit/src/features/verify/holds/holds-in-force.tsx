import { Box, Heading, Text } from '@homie/ui';
import { describeHold } from './describe-hold';
import { useHolds } from './use-holds';

/** Lists the active holds with their reasons; renders nothing if there are none. */
export function HoldsInForce() {
  const { data } = useHolds();
  const holding = data?.filter(({ liftedAt }) => liftedAt === null) ?? [];
  if (holding.length === 0) return null;
  return (
    <Box as="section" mt="5">
      <Heading as="h3" size="sm" mb="1.5">
        Legal holds
      </Heading>
      <Box as="ul" paddingInlineStart="5" listStyleType="disc">
        {holding.map((hold) => (
          <Text key={hold.id} as="li" mb="1" overflowWrap="anywhere">
            {describeHold(hold)}
          </Text>
        ))}
      </Box>
    </Box>
  );
}

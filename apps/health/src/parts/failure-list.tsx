import { Badge, Box, Code, Flex, Heading, List, ListItem, Skeleton, Text } from '@homie/ui';
import type { Failure } from '../model/figures';
import { formatCount, formatDay, formatReason } from '../model/format';

/** The reasons why a part could not be shown, with counts; undefined until they are loaded. */
export function FailureList({ failures }: { failures: readonly Failure[] | undefined }) {
  return (
    <Box>
      <Heading as="h4" size="sm" mb="2">
        Failures
      </Heading>
      {failures === undefined && <Skeleton width="32" />}
      {failures?.length === 0 && <Text tone="muted">None in this period.</Text>}
      {failures && failures.length > 0 && (
        <List display="flex" flexDirection="column" gap="3">
          {failures.map(({ reason, version, count, lastDay }) => (
            <ListItem key={`${reason} ${version}`}>
              <Flex alignItems="center" gap="2" flexWrap="wrap">
                <Text>{formatReason(reason)}</Text>
                <Badge tone="danger">{formatCount(count, 'time', 'times')}</Badge>
              </Flex>
              <Text size="sm" tone="muted">
                <Code>{version}</Code>
                <span>{`, last on ${formatDay(lastDay)}`}</span>
              </Text>
            </ListItem>
          ))}
        </List>
      )}
    </Box>
  );
}

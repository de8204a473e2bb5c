import type { DatabaseState } from '@homie/api-client';
import { Badge, Flex, Heading, List, ListItem, Text } from '@homie/ui';
import { formatCount } from '../model/format';

/** Shows whether the database accepts changes and has what the server needs. */
export function DatabaseSection({ database }: { database: DatabaseState | undefined }) {
  if (!database) return null;
  const { problems } = database;
  return (
    <section aria-labelledby="database">
      <Heading id="database" mb="1">
        Database
      </Heading>
      {problems.length === 0 ? (
        <Text tone="muted">
          {`The database accepts changes. It has ${formatCount(database.free, 'connection', 'connections')} left of ${database.most}.`}
        </Text>
      ) : (
        <List display="flex" flexDirection="column" gap="2" aria-label="Problems of the database">
          {problems.map((text) => (
            <ListItem key={text}>
              <Flex alignItems="baseline" gap="2">
                <Badge tone="warning">Problem</Badge>
                <Text overflowWrap="anywhere">{text}</Text>
              </Flex>
            </ListItem>
          ))}
        </List>
      )}
    </section>
  );
}

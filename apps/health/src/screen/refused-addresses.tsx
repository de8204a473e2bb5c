import { useComposition } from '@homie/composition';
import { Code, Heading, List, ListItem, Text } from '@homie/ui';

/** Addresses that parts requested and did not get. Renders nothing if there are none. */
export function RefusedAddresses() {
  const { refused } = useComposition();
  if (refused.length === 0) return null;
  return (
    <section aria-labelledby="refused">
      <Heading id="refused" mb="1">
        Refused addresses
      </Heading>
      <Text tone="muted" mb="3">
        A remote requested these addresses but can't use them. It needs other ones.
      </Text>
      <List display="flex" flexDirection="column" gap="2">
        {refused.map(({ path, remote, owner }) => (
          <ListItem key={`${remote} ${path}`}>
            <Code>{path}</Code> for {remote}: {owner === null ? 'reserved' : `used by ${owner}`}
          </ListItem>
        ))}
      </List>
    </section>
  );
}

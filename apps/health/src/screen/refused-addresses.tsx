import { useComposition } from '@homie/composition';
import { Code, Heading, List, ListItem, Text } from '@homie/ui';

/** Addresses that parts asked for and did not get. Nothing is drawn where there are none. */
export function RefusedAddresses() {
  const { refused } = useComposition();
  if (refused.length === 0) return null;
  return (
    <section aria-labelledby="refused">
      <Heading id="refused" mb="1">
        Addresses that were not given
      </Heading>
      <Text tone="muted" mb="3">
        Nothing in the product leads there. The part has to name another one.
      </Text>
      <List display="flex" flexDirection="column" gap="2">
        {refused.map(({ path, remote, owner }) => (
          <ListItem key={`${remote} ${path}`}>
            <Code>{path}</Code> for {remote}: {owner === null ? 'reserved' : `${owner} has it`}
          </ListItem>
        ))}
      </List>
    </section>
  );
}

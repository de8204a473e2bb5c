import { lazyAdminApi, useApi, useQuery } from '@homie/api-client';
import { Badge, Button, Flex, Heading, List, ListItem, Text } from '@homie/ui';

const STATES = {
  works: { tone: 'success', label: 'Works' },
  missing: { tone: 'neutral', label: 'Not available' },
  failed: { tone: 'danger', label: 'Failed' },
} as const;

/** What works with the AI provider. Checked on request: each check costs a few short replies. */
export function ProviderChecks() {
  const api = useApi();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['health', 'provider'],
    queryFn: async () => (await lazyAdminApi()).checkProvider(api),
    enabled: false,
    retry: false,
  });
  return (
    <section aria-labelledby="provider" aria-busy={isFetching}>
      <Heading id="provider" mb="1">
        AI provider
      </Heading>
      <Text tone="muted" mb="3">
        A check requests a few short replies from the provider, and may take a minute.
      </Text>
      <Button variant="outline" onClick={() => void refetch()} busy={isFetching}>
        Check the provider
      </Button>
      {error && !isFetching && (
        <Text tone="danger" mt="3" role="alert">
          {`The check did not finish. ${error.message}`}
        </Text>
      )}
      {data && (
        <List display="flex" flexDirection="column" gap="3" mt="4" aria-label="AI provider">
          {data.map(({ name, state, text }) => (
            <ListItem key={name}>
              <Flex alignItems="center" gap="2" flexWrap="wrap">
                <Text fontWeight="medium">{name}</Text>
                <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
              </Flex>
              <Text size="sm" tone="muted">
                {text}
              </Text>
            </ListItem>
          ))}
        </List>
      )}
    </section>
  );
}

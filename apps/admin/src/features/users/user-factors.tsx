import { useQuery } from '@homie/api-client';
import { Heading, List, ListItem, Stack, Text } from '@homie/ui';
import { TimeText, useNow } from '@homie/widgets';
import { useAdminApi } from '../../data/admin-api';
import { formatCount } from '../../records/model/describe-counts';
import { UnreadPanel } from '../../records/unread-panel';

const KINDS = { app: 'Authenticator app', passkey: 'Passkey' } as const;

/** What a user signs in with besides the password, so that an administrator knows what would be removed. */
export function UserFactors({ userId }: { userId: string }) {
  const { admin, api } = useAdminApi();
  const query = useQuery(admin.userFactorsQuery(api, userId));
  const now = useNow();
  return (
    <Stack gap="2">
      <Heading as="h3" size="sm">
        Second factors and passkeys
      </Heading>
      {!query.data ? (
        <UnreadPanel
          query={query}
          failureTitle="Failed to load second factors"
          label="Loading the second factors"
          rows={1}
        />
      ) : query.data.factors.length === 0 ? (
        <Text tone="muted">This user has none and signs in with the password alone.</Text>
      ) : (
        <>
          <List aria-label="Second factors and passkeys">
            {query.data.factors.map(({ kind, name, created_at: moment }) => (
              <ListItem key={`${kind} ${moment}`} overflowWrap="anywhere">
                <span>{KINDS[kind]}</span>
                {name && <span translate="no">{` ‘${name}’`}</span>}
                <span>
                  , added <TimeText moment={moment} now={now} />
                </span>
              </ListItem>
            ))}
          </List>
          <Text tone="muted">
            {`${formatCount(query.data.recovery_codes, 'unused recovery code')} left.`}
          </Text>
        </>
      )}
    </Stack>
  );
}

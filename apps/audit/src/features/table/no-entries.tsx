import { useApi, useQuery } from '@homie/api-client';
import { Button, EmptyState, Flex, IconFile, IconSearch, Span, Text } from '@homie/ui';
import { useAuditApi } from '../../api/audit-api';
import type { AuditControl } from '../../state/use-audit-state';

/** The number of users that are offered instead of a keyword, and the shortest keyword for which they are searched. */
const OFFERED = 3;
const SHORTEST = 3;

type Control = Pick<AuditControl, 'state' | 'change' | 'active' | 'reset'>;

/** Renders the empty state: the filters match no entry, or the log has none yet. */
export function NoEntries({ control }: { control: Control }) {
  return control.active > 0 ? (
    <EmptyState
      icon={<IconSearch />}
      title="No audit logs found"
      description="No entries match these filters. Try fewer filters or a longer time range."
      action={
        <>
          <MeantUsers {...control} />
          <Button variant="outline" onClick={control.reset}>
            Show everything
          </Button>
        </>
      }
    />
  ) : (
    <EmptyState
      icon={<IconFile />}
      title="No audit logs found"
      description="Activity will appear here."
    />
  );
}

/** Offers the users whom a keyword without matches may mean: keywords do not search the copies of emails. */
function MeantUsers({ state, change }: Pick<Control, 'state' | 'change'>) {
  const api = useApi();
  const { suggestUsers } = useAuditApi();
  const { q = '' } = state;
  const { data: users = [] } = useQuery({
    queryKey: ['audit', 'meant', q],
    queryFn: () => suggestUsers(api, q),
    enabled: q.length >= SHORTEST,
  });
  if (users.length === 0) return null;
  return (
    <Flex direction="column" gap="2" mb="4" alignItems="center">
      {users.slice(0, OFFERED).map(({ id, label, subtitle }) => (
        <Flex key={id} gap="2" alignItems="center" justifyContent="center" flexWrap="wrap">
          <Text>
            <Span>Did you mean the user </Span>
            <Span translate="no">{subtitle ? `${subtitle} (${label})` : label}</Span>
            <Span>?</Span>
          </Text>
          <Button
            size="sm"
            variant="outline"
            onClick={() => change({ q: undefined, targetUserId: id })}
          >
            What was done to them
          </Button>
          <Button size="sm" variant="outline" onClick={() => change({ q: undefined, userId: id })}>
            What they did
          </Button>
        </Flex>
      ))}
    </Flex>
  );
}

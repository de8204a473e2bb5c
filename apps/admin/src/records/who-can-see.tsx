import { useQuery } from '@homie/api-client';
import { Box, Flex } from '@homie/ui';
import { useAdminApi } from '../data/admin-api';
import { ListRow } from '../lists/list-row';
import { QueryList } from '../lists/query-list';
import { usePagedSearch } from '../lists/paged-search';
import { AccountBadge } from '../people/account-badge';
import { CollapsedSection } from './collapsed-section';
import { PersonLink } from './person-link';
import { ReasonBadges } from './reason-badges';

interface WhoCanSeeProps {
  kind: 'assistant' | 'participant';
  id: string;
}

/** Renders 'Who can see this?': everyone who can see a record, with each reason, collapsed until opened. */
export function WhoCanSee(props: WhoCanSeeProps) {
  return (
    <Box mt="5">
      <CollapsedSection label="Who can see this?" lazy>
        <Viewers {...props} />
      </CollapsedSection>
    </Box>
  );
}

/** Lists everyone who can see a record, with each reason. */
export function Viewers({ kind, id }: WhoCanSeeProps) {
  const { admin, api } = useAdminApi();
  const search = usePagedSearch();
  const { q, page } = search;
  const query = useQuery(admin.viewersQuery(api, { kind, id }, { q, page }));
  return (
    <QueryList
      label="Who can see this"
      noun="users"
      searchLabel="Search by name or email"
      search={search}
      query={query}
      failureTitle="Failed to load who can see this"
      emptyText="Only administrators."
    >
      {({ userId, userEmail, userName, roleName, accountState, reasons }) => (
        <ListRow key={userId}>
          <Flex gap="2" alignItems="center" justifyContent="space-between" flexWrap="wrap">
            <Box minWidth="0" overflowWrap="anywhere" fontSize="sm">
              <PersonLink id={userId} person={{ email: userEmail, display_name: userName }} />{' '}
              <AccountBadge state={accountState} />
            </Box>
            <ReasonBadges reasons={reasons} role={roleName} />
          </Flex>
        </ListRow>
      )}
    </QueryList>
  );
}

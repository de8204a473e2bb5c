import { keepPreviousData, lazyAdminApi, useApi, useQuery } from '@homie/api-client';
import { Box, Flex, ListItem } from '@homie/ui';
import { useState } from 'react';
import { useListFailure } from '@homie/widgets';
import { PagedList, usePagedSearch } from '../lists';
import { AccountBadge, EmailText } from '../people';
import { ReasonBadges } from './reason-badges';

interface WhoCanSeeProps {
  kind: 'assistant' | 'participant';
  id: string;
}

/** Answers 'Who can see this?': everyone with each reason, collapsed until opened. */
export function WhoCanSee(props: WhoCanSeeProps) {
  const [open, setOpen] = useState(false);
  return (
    <Box asChild borderTopWidth="1px" borderColor="border.subtle" paddingTop="3" mt="5">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <Box as="summary" cursor="pointer" fontWeight="medium" paddingBlock="1.5">
          Who can see this?
        </Box>
        {open && <Viewers {...props} />}
      </details>
    </Box>
  );
}

/** Lists everyone who can see a record, with each reason. */
export function Viewers({ kind, id }: WhoCanSeeProps) {
  const api = useApi();
  const search = usePagedSearch();
  const { q, page } = search;
  const query = useQuery({
    queryKey: ['admin', 'viewers', kind, id, q, page],
    queryFn: async () => (await lazyAdminApi()).listViewers(api, { kind, id }, { q, page }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const failure = useListFailure(query, 'Failed to load who can see this');
  return (
    <PagedList
      label="Who can see this"
      noun="users"
      searchLabel="Search by email"
      search={search}
      found={query.data}
      failure={failure}
      emptyText="Only administrators."
    >
      {({ userId, userEmail, roleName, accountState, reasons }) => (
        <ListItem
          key={userId}
          paddingBlock="2"
          borderBottomWidth="1px"
          borderColor="border.subtle"
          _last={{ borderBottomWidth: '0' }}
        >
          <Flex gap="2" alignItems="center" justifyContent="space-between" flexWrap="wrap">
            <Box minWidth="0" overflowWrap="anywhere" fontSize="sm">
              <EmailText email={userEmail} /> <AccountBadge state={accountState} />
            </Box>
            <ReasonBadges reasons={reasons} role={roleName} />
          </Flex>
        </ListItem>
      )}
    </PagedList>
  );
}

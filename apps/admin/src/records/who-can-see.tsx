import { keepPreviousData, lazyAdminApi, useApi, useQuery } from '@homie/api-client';
import { Box, Button, Flex, List, ListItem, SearchField, SkeletonRows, Text } from '@homie/ui';
import { Pager, useDebounced } from '@homie/widgets';
import { useState } from 'react';
import { ReasonBadges } from './reason-badges';

const PAGE_SIZE = 25;

interface WhoCanSeeProps {
  kind: 'assistant' | 'participant';
  id: string;
}

/** Answers 'Who can see this?', folded away until it is asked: everybody, each with every reason. */
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

/** Everybody who sees it, each with every reason. */
export function Viewers({ kind, id }: WhoCanSeeProps) {
  const api = useApi();
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const q = useDebounced(typed.trim(), 300);
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'viewers', kind, id, q, page],
    queryFn: async () => (await lazyAdminApi()).listViewers(api, { kind, id }, { q, page }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

  if (!data) {
    return error ? (
      <Button variant="outline" size="sm" mt="2" onClick={() => void refetch()}>
        Failed to load. Retry
      </Button>
    ) : (
      <SkeletonRows rows={3} label="Loading who can see this" />
    );
  }
  const { rows, total } = data;
  return (
    <Box mt="2">
      {(total > PAGE_SIZE || q !== '') && (
        <SearchField
          label="Search by email"
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setPage(1);
          }}
        />
      )}
      {rows.length === 0 && (
        <Text tone="muted" size="sm" paddingBlock="3">
          {q === '' ? 'Nobody but administrators.' : 'Nobody of that email can see it.'}
        </Text>
      )}
      <List aria-label="Who can see this">
        {rows.map(({ userId, userEmail, roleName, reasons }) => (
          <ListItem
            key={userId}
            paddingBlock="2"
            borderBottomWidth="1px"
            borderColor="border.subtle"
          >
            <Flex gap="2" alignItems="center" justifyContent="space-between" flexWrap="wrap">
              <Box minWidth="0" overflowWrap="anywhere" fontSize="sm">
                {userEmail}
              </Box>
              <ReasonBadges reasons={reasons} role={roleName} />
            </Flex>
          </ListItem>
        ))}
      </List>
      <Pager
        page={page}
        pageSize={PAGE_SIZE}
        shown={rows.length}
        total={total}
        noun="people"
        onPage={setPage}
      />
    </Box>
  );
}

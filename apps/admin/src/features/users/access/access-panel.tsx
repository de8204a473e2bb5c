import { keepPreviousData, lazyAdminApi, useApi, useQuery } from '@homie/api-client';
import type { AccessSummary } from '@homie/contracts';
import { Box, Flex, IconInfo, ListItem, Switch, Text, VisuallyHidden } from '@homie/ui';
import { useListFailure } from '@homie/widgets';
import { PagedList, usePagedSearch } from '../../../lists';
import { userKeys } from '../api/user-queries';
import { accessState, type AccessState } from '../model/access-state';
import { AccessMark } from './access-mark';
import { useDirectAccess } from './use-direct-access';

const words: Readonly<Record<AccessState, string>> = {
  none: 'No access',
  direct: 'Direct access',
  role: 'Access through their role',
  both: 'Direct access, and through their role',
};

/** Every assistant with how a user stands to it. Direct access is switched here; what the role brings is not. */
export function AccessPanel({ userId }: { userId: string }) {
  const api = useApi();
  const search = usePagedSearch();
  const { q, page } = search;
  const queryKey = userKeys.part(userId, 'access', { q, page });
  const query = useQuery({
    queryKey,
    queryFn: async () => (await lazyAdminApi()).listUserAccess(api, userId, { q, page }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const failure = useListFailure(query, 'Failed to load user access');
  const toggle = useDirectAccess(userId, queryKey);
  return (
    <>
      {query.data?.isAdmin && (
        <Flex gap="2" mb="4" padding="3" borderRadius="md" bg="bg.subtle" fontSize="sm">
          <IconInfo size={18} />
          Administrators can use every assistant, whatever is set here.
        </Flex>
      )}
      <PagedList
        label="Assistants"
        noun="assistants"
        search={search}
        found={query.data}
        failure={failure}
        emptyText="There are no assistants yet."
        header={
          <Text aria-hidden size="sm" tone="muted" textAlign="end" mt="2">
            Direct access
          </Text>
        }
      >
        {(row: AccessSummary) => (
          <AccessRow
            key={row.assistantId}
            row={row}
            onToggle={(granted) => void toggle(row.assistantId, granted)}
          />
        )}
      </PagedList>
    </>
  );
}

interface AccessRowProps {
  row: AccessSummary;
  onToggle: (granted: boolean) => void;
}

function AccessRow({ row, onToggle }: AccessRowProps) {
  const state = accessState(row);
  return (
    <ListItem
      borderBottomWidth="1px"
      borderColor="border.subtle"
      _last={{ borderBottomWidth: '0' }}
    >
      <Flex alignItems="center" gap="3" paddingBlock="2">
        <AccessMark state={state} />
        <Box flex="1" minWidth="0">
          <Text fontWeight="medium" overflowWrap="anywhere">
            {row.assistantLabel}
          </Text>
          <Text size="sm" tone="muted">
            {words[state]}
          </Text>
        </Box>
        <Box flexShrink="0">
          <Switch
            label={<VisuallyHidden>Direct access to {row.assistantLabel}</VisuallyHidden>}
            checked={row.hasDirectAccess}
            onChange={onToggle}
          />
        </Box>
      </Flex>
    </ListItem>
  );
}

import { useQuery } from '@homie/api-client';
import type { AccessSummary } from '@homie/contracts';
import {
  Box,
  Flex,
  IconInfo,
  Switch,
  Text,
  VisuallyHidden,
  Center,
  IconUsers,
  IconX,
} from '@homie/ui';
import { useAdminApi } from '../../../data/admin-api';
import { ListRow } from '../../../lists/list-row';
import { QueryList } from '../../../lists/query-list';
import { usePagedSearch } from '../../../lists/paged-search';
import { accessState, type AccessState } from './access-state';
import { useDirectAccess } from './use-direct-access';
import { IconBothAccess, IconDirectAccess } from '@homie/widgets';

const icons = {
  none: { icon: IconX, bg: 'bg.muted', color: 'fg.muted' },
  direct: { icon: IconDirectAccess, bg: 'brand.subtle', color: 'brand.fg' },
  role: { icon: IconUsers, bg: 'info.subtle', color: 'info.fg' },
  both: { icon: IconBothAccess, bg: 'accent.subtle', color: 'accent.fg' },
} as const satisfies Record<AccessState, object>;

/** Renders a user's access to an assistant as an icon; the text is next to it. */
function AccessMark({ state }: { state: AccessState }) {
  const { icon: Icon, bg, color } = icons[state];
  return (
    <Center
      aria-hidden
      data-access={state}
      boxSize="9"
      flexShrink="0"
      borderRadius="full"
      bg={bg}
      color={color}
    >
      <Icon size={18} />
    </Center>
  );
}

const words: Readonly<Record<AccessState, string>> = {
  none: 'No access',
  direct: 'Direct access',
  role: 'Access through their role',
  both: 'Direct access, and through their role',
};

/** Lists every assistant with the user's access to it. Only direct access can be changed here, not access by role. */
export function AccessPanel({ userId }: { userId: string }) {
  const { admin, api } = useAdminApi();
  const search = usePagedSearch();
  const { q, page } = search;
  const options = admin.userAccessQuery(api, userId, { q, page });
  const query = useQuery(options);
  const toggle = useDirectAccess(userId, options.queryKey);
  return (
    <>
      {query.data?.isAdmin && (
        <Flex gap="2" mb="4" padding="3" borderRadius="md" bg="bg.subtle" fontSize="sm">
          <IconInfo size={18} />
          Administrators can use every assistant, whatever is set here.
        </Flex>
      )}
      <QueryList
        label="Assistants"
        noun="assistants"
        search={search}
        query={query}
        failureTitle="Failed to load user access"
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
      </QueryList>
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
    <ListRow>
      <Flex alignItems="center" gap="3">
        <AccessMark state={state} />
        <Box flex="1" minWidth="0">
          <Text translate="no" fontWeight="medium" overflowWrap="anywhere">
            {row.assistantLabel}
          </Text>
          <Text size="sm" tone="muted">
            {words[state]}
          </Text>
        </Box>
        <Box flexShrink="0">
          <Switch
            label={
              <VisuallyHidden>
                Direct access to <span translate="no">{row.assistantLabel}</span>
              </VisuallyHidden>
            }
            checked={row.hasDirectAccess}
            onChange={onToggle}
          />
        </Box>
      </Flex>
    </ListRow>
  );
}

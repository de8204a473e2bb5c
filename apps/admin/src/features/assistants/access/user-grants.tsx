import { keepPreviousData, lazyAdminApi, useApi, useQuery } from '@homie/api-client';
import type { GrantsView } from '@homie/contracts';
import { Box, Button, Checkbox, Flex, Heading, ListItem } from '@homie/ui';
import { useState } from 'react';
import { pageOf, PagedList, usePagedSearch } from '../../../lists';
import { EmailText } from '../../../people';
import { assistantKeys } from '../api/assistant-queries';
import { OutcomeText } from './outcome-text';
import { useAccessChange } from './use-access-change';

interface UserGrantsProps {
  assistantId: string;
  grants: GrantsView['userGrants'];
}

/** The people who have access of their own. It is taken from one at once, from several after telling what that does. */
export function UserGrants({ assistantId, grants }: UserGrantsProps) {
  const api = useApi();
  const { busy, run } = useAccessChange(assistantId);
  const search = usePagedSearch();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const picked = grants.filter(({ userId }) => ticked.has(userId));
  const change = {
    assistantIds: [assistantId],
    userIds: picked.map(({ userId }) => userId),
    granted: false,
  };
  const preview = useQuery({
    queryKey: assistantKeys.part(assistantId, `revoke ${change.userIds.join(' ')}`),
    queryFn: async () => (await lazyAdminApi()).previewGrants(api, change),
    enabled: picked.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

  const revoke = (userId: string) =>
    run(async () => {
      await (await lazyAdminApi()).revokeUser(api, assistantId, userId);
      return 'User access revoked successfully';
    });

  const revokePicked = () =>
    run(async () => {
      await (await lazyAdminApi()).changeGrants(api, change);
      setTicked(new Set());
      return `Access revoked from ${picked.length} users`;
    });

  return (
    <section aria-label="People with direct access">
      <Heading as="h3" size="sm" fontWeight="medium" mb="1">
        People with direct access
      </Heading>
      <PagedList
        label="People with direct access"
        noun="people"
        searchLabel="Search people with direct access"
        search={search}
        found={pageOf(grants, search, ({ userEmail }) => userEmail)}
        failure={undefined}
        emptyText="Nobody has been granted access by name."
      >
        {({ userId, userEmail }) => (
          <ListItem key={userId} borderBottomWidth="1px" borderColor="border.subtle">
            <Flex alignItems="center" gap="2" minHeight="11">
              <Box flex="1" minWidth="0" overflowWrap="anywhere">
                <Checkbox
                  label={<EmailText email={userEmail} />}
                  checked={ticked.has(userId)}
                  onChange={(checked) => {
                    const next = new Set(ticked);
                    if (checked) next.add(userId);
                    else next.delete(userId);
                    setTicked(next);
                  }}
                />
              </Box>
              <Button
                size="sm"
                variant="ghost"
                disabled={busy}
                aria-label={`Revoke access of ${userEmail}`}
                onClick={() => void revoke(userId)}
              >
                Revoke
              </Button>
            </Flex>
          </ListItem>
        )}
      </PagedList>
      {picked.length > 1 && (
        <Flex
          mt="3"
          padding="3"
          gap="3"
          bg="bg.subtle"
          borderRadius="md"
          alignItems="center"
          justifyContent="space-between"
          flexWrap="wrap"
        >
          <OutcomeText rows={preview.data?.rows} granted={false} />
          <Button
            size="sm"
            variant="danger"
            busy={busy}
            busyLabel="Revoking..."
            // What it does is told first.
            disabled={preview.isPending || preview.isPlaceholderData}
            onClick={() => void revokePicked()}
          >
            Revoke access of {picked.length} users
          </Button>
        </Flex>
      )}
    </section>
  );
}

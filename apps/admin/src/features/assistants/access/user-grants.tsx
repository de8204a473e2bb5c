import { useQuery } from '@homie/api-client';
import type { GrantsView } from '@homie/contracts';
import { Box, Button, Checkbox, Flex, Heading, ListItem, Switch, VisuallyHidden } from '@homie/ui';
import { useState } from 'react';
import { useAdminApi } from '../../../data/admin-api';
import { useChange } from '../../../data/use-change';
import { paginate } from '../../../lists/model/paginate';
import { PagedList } from '../../../lists/paged-list';
import { usePagedSearch } from '../../../lists/paged-search';
import { PersonName, personName } from '../../../people/person-name';
import { OutcomeText } from './outcome-text';

type Grant = GrantsView['userGrants'][number];

interface UserGrantsProps {
  assistantId: string;
  grants: Grant[];
}

/** Renders the users with direct access. Revoking one saves at once and can be undone; several are previewed first. */
export function UserGrants({ assistantId, grants }: UserGrantsProps) {
  const { admin, api } = useAdminApi();
  const { busy, run } = useChange((client) => admin.invalidateGrants(client, assistantId));
  const search = usePagedSearch();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  // Optimistic: see RoleGrants.
  const [changing, setChanging] = useState<string>();
  const picked = grants.filter(({ userId }) => ticked.has(userId));
  const change = {
    assistantIds: [assistantId],
    userIds: picked.map(({ userId }) => userId),
    granted: false,
  };
  const preview = useQuery(admin.previewGrantsQuery(api, change));

  const revoke = ({ userId, canEdit }: Grant) =>
    run({
      run: async () => {
        await admin.revokeUser(api, assistantId, userId);
        return 'User access revoked successfully';
      },
      undo: async () => {
        await admin.grantUser(api, assistantId, userId);
        if (canEdit) await admin.changeEditRight(api, assistantId, { userId, canEdit });
        return 'User access granted successfully';
      },
    });

  async function changeEditRight(userId: string, canEdit: boolean) {
    setChanging(userId);
    await run({
      run: async () => {
        await admin.changeEditRight(api, assistantId, { userId, canEdit });
        return `Right to edit documents ${canEdit ? 'granted' : 'revoked'} successfully`;
      },
    });
    setChanging(undefined);
  }

  const revokePicked = () =>
    run({
      run: async () => {
        await admin.changeGrants(api, change);
        setTicked(new Set());
        return `Access revoked from ${picked.length} users`;
      },
      undo: async () => {
        await admin.changeGrants(api, { ...change, granted: true });
        return `Access granted to ${picked.length} users`;
      },
    });

  return (
    <section aria-label="Users with direct access">
      <Heading as="h3" size="sm" fontWeight="medium" mb="1">
        Users with direct access
      </Heading>
      <PagedList
        label="Users with direct access"
        noun="users"
        searchLabel="Search users with direct access"
        search={search}
        found={paginate(
          grants,
          search,
          ({ userEmail, userName }) => `${userName ?? ''} ${userEmail}`,
        )}
        failure={undefined}
        emptyText="No users have direct access yet."
      >
        {(grant) => {
          const { userId, canEdit } = grant;
          const person = { email: grant.userEmail, display_name: grant.userName };
          return (
            <ListItem key={userId} borderBottomWidth="1px" borderColor="border.subtle">
              <Flex alignItems="center" gap="2" minHeight="11">
                <Box flex="1" minWidth="0" overflowWrap="anywhere">
                  <Checkbox
                    label={<PersonName person={person} />}
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
                  aria-label={`Revoke access of ${personName(person)}`}
                  onClick={() => void revoke(grant)}
                >
                  Revoke
                </Button>
              </Flex>
              <Box paddingInlineStart="8" paddingBottom="1">
                <Switch
                  label={
                    <span>
                      Can edit documents{' '}
                      <VisuallyHidden>
                        as <span translate="no">{personName(person)}</span>
                      </VisuallyHidden>
                    </span>
                  }
                  checked={changing === userId ? !canEdit : canEdit}
                  disabled={busy}
                  onChange={(checked) => void changeEditRight(userId, checked)}
                />
              </Box>
            </ListItem>
          );
        }}
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
            // Its effect is shown first.
            disabled={preview.isPending || preview.isPlaceholderData}
            onClick={() => void revokePicked()}
          >
            {`Revoke access of ${picked.length} users`}
          </Button>
        </Flex>
      )}
    </section>
  );
}

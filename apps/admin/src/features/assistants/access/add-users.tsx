import { useQuery } from '@homie/api-client';
import { USER_SEARCH_MAX_LENGTH, type FoundUser, type GrantsView } from '@homie/contracts';
import { Box, Button, Field, Flex } from '@homie/ui';
import { Combobox } from '@homie/widgets/combobox';
import { useState } from 'react';
import { useAdminApi } from '../../../data/admin-api';
import { useChange } from '../../../data/use-change';
import { describePerson } from '../../../people/person-name';
import { PickedUsers } from '../../../people/picked-users';
import { OutcomeText } from './outcome-text';

interface AddUsersProps {
  assistantId: string;
  granted: GrantsView['userGrants'];
}

/** Finds users by name or email and grants access to one or several at once, after a preview of the effect. */
export function AddUsers({ assistantId, granted }: AddUsersProps) {
  const { admin, api } = useAdminApi();
  const { busy, run } = useChange((client) => admin.invalidateGrants(client, assistantId));
  const [picked, setPicked] = useState<readonly FoundUser[]>([]);
  const change = {
    assistantIds: [assistantId],
    userIds: picked.map(({ id }) => id),
    granted: true,
  };
  const preview = useQuery(admin.previewGrantsQuery(api, change));

  async function grant() {
    const [only, ...others] = picked;
    if (!only) return;
    const done = await run({
      run: async () => {
        if (others.length === 0) {
          await admin.grantUser(api, assistantId, only.id);
          return 'User access granted successfully';
        }
        await admin.changeGrants(api, change);
        return `Access granted to ${picked.length} users`;
      },
    });
    if (done) setPicked([]);
  }

  return (
    <Box mb="5">
      <Field label="Add users" hint="Search by name or email and select one or more.">
        {(control) => (
          <Combobox
            control={control}
            from={1}
            maxLength={USER_SEARCH_MAX_LENGTH}
            placeholder="Name or email"
            search={(q, signal) => admin.findUsers(api, { q }, signal)}
            describe={(user: FoundUser) => ({
              key: user.id,
              ...describePerson(user),
              detail: user.role.name.replaceAll('_', ' '),
              ...(granted.some(({ userId }) => userId === user.id) && { disabled: 'Has access' }),
              ...(picked.some(({ id }) => id === user.id) && { disabled: 'Selected' }),
            })}
            emptyText="No users match that"
            onChoose={(user) => setPicked([...picked, user])}
          />
        )}
      </Field>
      {picked.length > 0 && (
        <Box mt="3" padding="3" bg="bg.subtle" borderRadius="md">
          <PickedUsers users={picked} onChange={setPicked} />
          <Flex mt="3" gap="3" alignItems="center" justifyContent="space-between" flexWrap="wrap">
            <OutcomeText rows={preview.data?.rows} granted />
            <Button size="sm" busy={busy} busyLabel="Granting..." onClick={() => void grant()}>
              {picked.length === 1 ? 'Grant access' : `Grant access to ${picked.length} users`}
            </Button>
          </Flex>
        </Box>
      )}
    </Box>
  );
}

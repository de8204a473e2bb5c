import type { Assignment } from '@homie/api-client';
import { USER_SEARCH_MAX_LENGTH, type FoundUser } from '@homie/contracts';
import { Box, Button, Field, Flex, Stack, Switch, Text } from '@homie/ui';
import { Combobox } from '@homie/widgets/combobox';
import { useEffect, useEffectEvent, useState, type SubmitEvent } from 'react';
import { useAdminApi } from '../../../data/admin-api';
import { useChange } from '../../../data/use-change';
import { describePerson } from '../../../people/person-name';
import { PickedUsers } from '../../../people/picked-users';
import { describeResult } from '../describe-workers';
import { useWorkersPreview } from './use-workers-preview';

interface AssignWorkersProps {
  participantId: string;
  assigned: readonly Assignment[];
  onDirty: (isDirty: boolean) => void;
}

/** Finds support workers by name or email and assigns them, after a preview of the effect. */
export function AssignWorkers({ participantId, assigned, onDirty }: AssignWorkersProps) {
  const { admin, api } = useAdminApi();
  const { busy, run } = useChange(admin.participantData.invalidate);
  const [chosen, setChosen] = useState<readonly FoundUser[]>([]);
  const [withAccess, setWithAccess] = useState(true);
  const [isMissing, setMissing] = useState(false);
  const assignedIds = assigned.map(({ user_id }) => user_id);
  const picked = chosen.filter(({ id }) => !assignedIds.includes(id));
  // Deselects workers who are assigned by now, by this user or another.
  if (picked.length < chosen.length) setChosen(picked);
  const userIds = picked.map(({ id }) => id);
  const change = { participantId, userIds, assigned: true, withAccess };
  const preview = useWorkersPreview(change);
  const reportDirty = useEffectEvent(onDirty);
  useEffect(() => reportDirty(picked.length > 0), [picked.length]);

  const findWorkers = (q: string) =>
    admin.searchUsers(api, { q, role: 'support_worker', except: assignedIds });

  async function assign(): Promise<string> {
    const [only, ...others] = userIds;
    if (only === undefined || others.length > 0)
      return describeResult(change, await admin.changeWorkers(api, change));
    await admin.assignWorker(api, {
      participantId,
      userId: only,
      alsoGrantAssistantAccess: withAccess,
    });
    return 'Worker assigned successfully';
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setMissing(picked.length === 0);
    if (picked.length > 0 && !busy) void run({ run: assign });
  }

  return (
    <Stack asChild gap="3">
      <form aria-label="Assign workers" noValidate onSubmit={submit}>
        <Field
          label="Find a worker"
          hint="Support workers who are not assigned yet. Select one or more."
          error={isMissing && picked.length === 0 ? 'Please select a user.' : undefined}
        >
          {(control) => (
            <Combobox
              control={control}
              placeholder="Search by name or email"
              maxLength={USER_SEARCH_MAX_LENGTH}
              search={findWorkers}
              describe={(user: FoundUser) => ({
                key: user.id,
                ...describePerson(user),
                ...(userIds.includes(user.id) && { disabled: 'Selected' }),
              })}
              emptyText="No support workers to assign match that"
              onChoose={(user) => {
                setMissing(false);
                setChosen([...picked, user]);
              }}
            />
          )}
        </Field>
        {picked.length > 0 && <PickedUsers users={picked} onChange={setChosen} />}
        <Switch
          label="Also grant assistant access"
          hint="To the participant's assistant."
          checked={withAccess}
          onChange={setWithAccess}
        />
        <Flex gap="3" alignItems="center" justifyContent="space-between" flexWrap="wrap">
          <Box flex="1" minWidth="14rem">
            <Text asChild size="sm" tone="muted" minHeight="5">
              <output>{preview}</output>
            </Text>
          </Box>
          <Button type="submit" busy={busy} busyLabel="Assigning...">
            {picked.length > 1 ? `Assign ${picked.length} workers` : 'Assign worker'}
          </Button>
        </Flex>
      </form>
    </Stack>
  );
}

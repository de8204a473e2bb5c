import type { Assignment } from '@homie/api-client';
import { Box, Button, Checkbox, Flex, Heading, List, ListItem, Text } from '@homie/ui';
import { useState } from 'react';
import { useAdminApi } from '../../../data/admin-api';
import { useChange } from '../../../data/use-change';
import { PersonName, personName } from '../../../people/person-name';
import { UnassignDialog } from './unassign-dialog';

interface AssignedWorkersProps {
  participantId: string;
  assigned: readonly Assignment[];
}

/** The workers of a participant: unassigned one by one or several at once, all granted access together. */
export function AssignedWorkers({ participantId, assigned }: AssignedWorkersProps) {
  const { admin, api } = useAdminApi();
  const { busy, run } = useChange(admin.participantData.invalidate);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [unassigning, setUnassigning] = useState<readonly Assignment[]>();
  const picked = assigned.filter(({ user_id }) => ticked.has(user_id));

  const grantAll = () =>
    run({
      run: async () => {
        const count = await admin.grantAccessToAll(api, participantId);
        return `Granted assistant access to ${count} workers`;
      },
    });

  function tick(id: string, checked: boolean) {
    const next = new Set(ticked);
    if (checked) next.add(id);
    else next.delete(id);
    setTicked(next);
  }

  return (
    <Box asChild mt="6" paddingTop="5" borderTopWidth="1px" borderColor="border.subtle">
      <section aria-label="Assigned workers">
        <Flex gap="3" alignItems="center" justifyContent="space-between" flexWrap="wrap" mb="2">
          <Heading as="h3" size="sm">
            {`Assigned workers (${assigned.length})`}
          </Heading>
          <Button
            size="sm"
            variant="outline"
            busy={busy}
            busyLabel="Granting..."
            onClick={() => void grantAll()}
          >
            Grant Assistant Access to All
          </Button>
        </Flex>
        {assigned.length === 0 && (
          <Text tone="muted" size="sm" paddingBlock="2">
            No workers assigned yet. Find one above.
          </Text>
        )}
        <List aria-label="Assigned workers">
          {assigned.map((assignment) => (
            <ListItem
              key={assignment.user_id}
              borderBottomWidth="1px"
              borderColor="border.subtle"
              _last={{ borderBottomWidth: '0' }}
            >
              <Flex alignItems="center" gap="2" minHeight="11">
                <Box flex="1" minWidth="0" overflowWrap="anywhere">
                  <Checkbox
                    label={<PersonName person={assignment.user} />}
                    checked={ticked.has(assignment.user_id)}
                    onChange={(checked) => tick(assignment.user_id, checked)}
                  />
                </Box>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Unassign ${personName(assignment.user)}`}
                  onClick={() => setUnassigning([assignment])}
                >
                  Unassign
                </Button>
              </Flex>
            </ListItem>
          ))}
        </List>
        {picked.length > 1 && (
          // In sight however long the list is.
          <Flex
            position="sticky"
            bottom="0"
            bg="bg.surface"
            paddingBlock="3"
            justifyContent="flex-end"
          >
            <Button size="sm" variant="outline" onClick={() => setUnassigning(picked)}>
              {`Unassign ${picked.length} workers`}
            </Button>
          </Flex>
        )}
        {unassigning && (
          <UnassignDialog
            participantId={participantId}
            workers={unassigning}
            onClose={() => setUnassigning(undefined)}
          />
        )}
      </section>
    </Box>
  );
}

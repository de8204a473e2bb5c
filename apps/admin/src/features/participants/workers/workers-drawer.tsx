import { useQuery } from '@homie/api-client';
import type { Participant } from '@homie/contracts';
import { Box, Drawer, Flex, Span } from '@homie/ui';
import { useLeaveGuard, LeaveQuestion } from '@homie/widgets';
import { useAdminApi } from '../../../data/admin-api';
import { UnreadPanel } from '../../../records/unread-panel';
import { UnreadRecord } from '../../../records/unread-record';
import type { RecordDialogProps } from '../../../resource/define-dialogs';
import { StatusBadge } from '../status-badge';
import { AssignWorkers } from './assign-workers';
import { AssignedWorkers } from './assigned-workers';

/** Assigns workers to a participant and unassigns them, one or several at once. */
export function WorkersDrawer({
  id,
  record: participant,
  query,
  onClose,
}: RecordDialogProps<Participant>) {
  const { admin, api } = useAdminApi();
  const assignments = useQuery(admin.assignmentsQuery(api, id));
  const guard = useLeaveGuard(onClose);
  return (
    <>
      <Drawer
        open
        placement="bottom"
        title="Assign Workers"
        description={
          participant && (
            <Flex gap="2" alignItems="center" flexWrap="wrap">
              <Span translate="no" overflowWrap="anywhere">
                {participant.display_name}
              </Span>
              <StatusBadge status={participant.status} />
            </Flex>
          )
        }
        onClose={guard.leave}
      >
        {query.data === undefined && query.isError ? (
          <UnreadRecord noun="participant" query={query} />
        ) : assignments.data ? (
          // The same height without assigned workers: the list of found workers needs the space.
          <Box minHeight="60dvh">
            <AssignWorkers
              participantId={id}
              assigned={assignments.data}
              onDirty={guard.setDirty}
            />
            <AssignedWorkers participantId={id} assigned={assignments.data} />
          </Box>
        ) : (
          <UnreadPanel
            query={assignments}
            failureTitle="Failed to load assigned workers"
            rows={5}
            label="Loading assigned workers"
          />
        )}
      </Drawer>
      <LeaveQuestion guard={guard} />
    </>
  );
}

import type { Participant } from '@homie/contracts';
import { Box, Drawer, ErrorState, Flex, SkeletonRows, Span } from '@homie/ui';
import { useLeaveGuard } from '@homie/widgets';
import { UnreadRecord } from '../../../records';
import { useParticipant } from '../api/participant-queries';
import { StatusBadge } from '../participant-table';
import { AssignWorkers } from './assign-workers';
import { AssignedWorkers } from './assigned-workers';
import { useAssignments } from './use-workers';

interface WorkersDrawerProps {
  id: string;
  known: Participant | undefined;
  onClose: () => void;
}

/** Who works with a participant: assigns and unassigns, one or several at once. */
export function WorkersDrawer({ id, known, onClose }: WorkersDrawerProps) {
  const query = useParticipant(id, known);
  const { data: participant } = query;
  const { data: assignments, error, isFetching, refetch } = useAssignments(id);
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
              <Span overflowWrap="anywhere">{participant.display_name}</Span>
              <StatusBadge status={participant.status} />
            </Flex>
          )
        }
        onClose={guard.leave}
      >
        {!participant && query.isError ? (
          <UnreadRecord noun="participant" query={query} />
        ) : assignments ? (
          // As high when nobody is assigned yet: the list of found workers needs its place.
          <Box minHeight="60dvh">
            <AssignWorkers participantId={id} assigned={assignments} onDirty={guard.setDirty} />
            <AssignedWorkers participantId={id} assigned={assignments} />
          </Box>
        ) : error ? (
          <ErrorState
            title="Failed to load assigned workers"
            onRetry={() => void refetch()}
            retrying={isFetching}
            headingAs="h3"
          />
        ) : (
          <SkeletonRows rows={5} label="Loading assigned workers" />
        )}
      </Drawer>
      {guard.question}
    </>
  );
}

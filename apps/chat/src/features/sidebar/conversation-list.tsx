import { useConversationList } from '@homie/api-client';
import {
  Box,
  Center,
  EmptyState,
  ErrorState,
  IconMessage,
  List,
  SkeletonRows,
  Spinner,
} from '@homie/ui';
import { useFailureToast } from '../../feedback/use-failure-toast';
import { useNow } from '../../time/use-now';
import { useRunningConversations } from '../../turns/use-live-reply';
import { ConversationRow, type RowActions } from './conversation-row';
import { useEndReached } from './use-end-reached';

const SKELETON_ROWS = 3;

interface ConversationListProps extends RowActions {
  selectedId: string | null;
  /** Called when a conversation is chosen; the address follows by itself. */
  onChoose?: (() => void) | undefined;
}

/** The person's conversations, newest activity first; more come with scrolling. */
export function ConversationList({ selectedId, ...actions }: ConversationListProps) {
  const list = useConversationList();
  const running = useRunningConversations();
  const now = useNow();
  const rows = list.data ?? [];
  const end = useEndReached<HTMLDivElement>(rows.length, () => {
    if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
  });
  useFailureToast(list.errorUpdatedAt, list.isError, 'Failed to load conversations');

  if (list.isPending) return <SkeletonRows rows={SKELETON_ROWS} label="Loading conversations" />;
  if (list.isError && rows.length === 0)
    return (
      <ErrorState
        headingAs="h3"
        title="Conversations did not load"
        description="You can still start a new one."
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  if (rows.length === 0)
    return (
      <EmptyState
        headingAs="h3"
        icon={<IconMessage />}
        title="No conversations yet"
        description="Choose New Chat to start your first one."
      />
    );
  return (
    <>
      <List aria-label="Conversations" display="flex" flexDirection="column" gap="0.5">
        {rows.map((row) => (
          <ConversationRow
            key={row.id}
            row={row}
            selected={row.id === selectedId}
            running={row.running || running.has(row.id)}
            now={now}
            {...actions}
          />
        ))}
      </List>
      <Box ref={end} height="px" />
      {list.isFetchingNextPage && (
        <Center padding="3" color="brand.fg">
          <Spinner size="sm" />
        </Center>
      )}
    </>
  );
}

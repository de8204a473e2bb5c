import { useConversationList } from '@homie/api-client';
import {
  Box,
  Button,
  Center,
  EmptyState,
  ErrorState,
  IconArchive,
  IconMessage,
  IconOffline,
  SkeletonRows,
  Spinner,
} from '@homie/ui';
import { useDeferredValue, useRef } from 'react';
import type { ActOn } from '../../platform/use-conversation-actions';
import { useFailureToast } from '../../platform/use-failure-toast';
import { useWaitsForConnection } from '../../platform/use-waits-for-connection';
import { ConversationRows } from './conversation-rows';
import { useEndReached } from './use-end-reached';
import { usePrefetch } from './use-prefetch';

const SKELETON_ROWS = 3;

export interface ConversationListProps {
  /** Lists the archived conversations instead of the others. */
  archived?: boolean;
  selectedId: string | null;
  visible: boolean;
  onAct: ActOn;
  /** Called when the user points at a conversation, presses or focuses it. */
  onInterest: () => void;
  /** Called when a conversation is chosen; the link itself updates the address. */
  onChoose?: (() => void) | undefined;
  onShowArchived?: (() => void) | undefined;
}

/** The user's conversations, pinned ones first, then by latest activity; scrolling loads more. */
export function ConversationList({
  archived = false,
  onInterest,
  onShowArchived,
  ...rest
}: ConversationListProps) {
  const list = useConversationList({ archived });
  const scroller = useRef<HTMLDivElement>(null);
  const rows = list.data ?? [];
  // Deferred: the first rows are rendered after the messages, which arrive at the same time, and in slices, between which
  // the page responds.
  const pending = useDeferredValue(list.isPending);
  // Loads no further page before the first rows are rendered, or while the loaded ones are refetched.
  const ready = !pending && !list.isRefetching;
  const end = useEndReached<HTMLDivElement>(scroller, rows.length, ready, () => {
    if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
  });
  useFailureToast(list.errorUpdatedAt, list.isError, 'Failed to load conversations');
  const prefetching = usePrefetch(onInterest);
  const offline = useWaitsForConnection(list);
  const failed = list.isError && rows.length === 0;

  return (
    <Box
      ref={scroller}
      {...prefetching}
      flex="1"
      minHeight="0"
      overflowY="auto"
      paddingInline="2"
      paddingBottom="2"
      css={{ overflowAnchor: 'none' }}
    >
      {offline && (
        <EmptyState
          headingAs="h3"
          icon={<IconOffline />}
          title="You're offline"
          description="Your conversations will load when you're back."
        />
      )}
      {pending && !offline && !failed && (
        <SkeletonRows rows={SKELETON_ROWS} label="Loading conversations" />
      )}
      {failed && (
        <ErrorState
          headingAs="h3"
          title="Conversations could not be loaded"
          description="You can still start a new one."
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      {!pending && list.isSuccess && rows.length === 0 && (
        <EmptyState
          headingAs="h3"
          icon={archived ? <IconArchive /> : <IconMessage />}
          title={archived ? 'No archived conversations' : 'No conversations yet'}
          description={
            archived
              ? 'Archive a conversation to put it away without deleting it.'
              : 'Choose New Chat to start your first one.'
          }
        />
      )}
      {!pending && rows.length > 0 && (
        <ConversationRows archived={archived} rows={rows} scroller={scroller} {...rest} />
      )}
      <Box ref={end} height="px" />
      {list.isFetchingNextPage && (
        <Center padding="3" color="brand.fg">
          <Spinner size="sm" />
        </Center>
      )}
      {onShowArchived && !pending && list.isSuccess && !list.hasNextPage && (
        <Button variant="ghost" size="sm" color="fg.muted" marginTop="2" onClick={onShowArchived}>
          <IconArchive size={16} />
          Archived
        </Button>
      )}
    </Box>
  );
}

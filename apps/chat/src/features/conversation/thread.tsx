import {
  Center,
  EmptyState,
  ErrorState,
  IconMessage,
  Skeleton,
  Stack,
  VisuallyHidden,
} from '@homie/ui';
import type { Send } from '../../storage/outbox';
import type { ReplyItem, ThreadItem } from '../../thread/thread-items';
import { useNow } from '../../time/use-now';
import { Reply } from './reply';
import { UserMessage } from './user-message';

interface ThreadProps {
  conversationId: string;
  items: readonly ThreadItem[];
  onResend: (send: Send) => void;
  onEdit: (send: Send) => void;
  onAgain: (item: ReplyItem) => void;
}

/** The messages of a conversation, top to bottom. */
export function Thread({ conversationId, items, onResend, onEdit, onAgain }: ThreadProps) {
  const now = useNow();
  if (items.length === 0)
    return (
      <EmptyState
        icon={<IconMessage />}
        title="Nothing said yet"
        description="Write your first message below."
      />
    );
  return (
    <Stack gap="6">
      {items.map((item) =>
        item.kind === 'user' ? (
          <UserMessage key={item.id} {...{ item, now, onResend, onEdit }} />
        ) : (
          <Reply key={item.id} {...{ item, now, conversationId, onAgain }} />
        ),
      )}
    </Stack>
  );
}

/** Where messages will stand. */
export function ThreadSkeleton() {
  return (
    <Stack gap="6">
      <VisuallyHidden asChild>
        <output>Loading messages</output>
      </VisuallyHidden>
      <Skeleton height="11" width="50%" alignSelf="flex-end" borderRadius="lg" />
      <Stack>
        <Skeleton width="90%" />
        <Skeleton width="80%" />
        <Skeleton width="60%" />
      </Stack>
    </Stack>
  );
}

/** In place of messages that did not load. */
export function ThreadFailure({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  return (
    <Center minHeight="full">
      <ErrorState
        title="Messages did not load"
        description="They are safe. Your other conversations are not affected."
        retrying={retrying}
        onRetry={onRetry}
      />
    </Center>
  );
}

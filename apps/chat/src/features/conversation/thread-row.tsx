import { Box } from '@homie/ui';
import { memo } from 'react';
import type { Edit } from '../../engine/edits';
import type { ThreadItem } from '../../engine/thread-items';
import { EditedMessage } from './edited-message';
import { Reply } from './reply';
import { UserMessage } from './user-message';

interface ThreadRowProps {
  item: ThreadItem;
  conversationId: string;
  now: Date;
  /** The edit of this message, if it is being edited. */
  edit: Edit | null;
  target: boolean;
  newest: boolean;
}

/** One message in its row. Memoised: the list re-renders with each scroll and each line that a reply grows by. */
export const ThreadRow = memo(function ThreadRow({
  item,
  conversationId,
  now,
  edit,
  target,
  newest,
}: ThreadRowProps) {
  return (
    <Box data-row={item.key} paddingBottom="4">
      {item.kind === 'reply' ? (
        <Reply {...{ item, now, conversationId, target, newest }} />
      ) : edit ? (
        <EditedMessage {...{ conversationId, edit }} />
      ) : (
        <UserMessage {...{ item, now, conversationId, target }} />
      )}
    </Box>
  );
});

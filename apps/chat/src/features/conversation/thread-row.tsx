import { Box } from '@homie/ui';
import { memo } from 'react';
import type { Edit } from '../../engine/edits';
import type { ThreadItem } from '../../engine/thread-items';
import { Reply } from './reply';
import { UserMessage } from './user-message';
import { useChat } from '../../engine/react';
import { MessageArticle } from './message-article';
import { MessageEditor } from './message-editor';
import { useThreadActions } from './thread-actions';

/** The row of a message while it is edited. */
function EditedMessage({ conversationId, edit }: { conversationId: string; edit: Edit }) {
  const { edits } = useChat();
  const { busy, sendEdit, cancelEdit } = useThreadActions();
  return (
    <MessageArticle label="You" id={edit.messageId} target={false} side="end">
      <MessageEditor
        edit={edit}
        busy={busy}
        onChange={(next) => edits.set(conversationId, next)}
        onSend={sendEdit}
        onCancel={cancelEdit}
      />
    </MessageArticle>
  );
}

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

import type { Edit } from '../../engine/edits';
import { useChat } from '../../engine/react';
import { MessageArticle } from './message-article';
import { MessageEditor } from './message-editor';
import { useThreadActions } from './thread-actions';

/** The row of a message while it is edited. */
export function EditedMessage({ conversationId, edit }: { conversationId: string; edit: Edit }) {
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

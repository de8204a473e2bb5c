import { ApiError, useDeleteConversation } from '@homie/api-client';
import type { ConversationRow } from '@homie/contracts';
import { ConfirmDialog, toast } from '@homie/ui';
import { useGivenHandovers } from '../../platform/use-given-handovers';

interface DeleteDialogProps {
  conversation: ConversationRow;
  onDeleted: (conversation: ConversationRow) => void;
  onClose: () => void;
}

/** Confirms and deletes a conversation. */
export function DeleteDialog({ conversation, onDeleted, onClose }: DeleteDialogProps) {
  const remove = useDeleteConversation();
  const copies = useGivenHandovers(conversation.id).data?.length ?? 0;

  function confirm() {
    remove.mutate(conversation.id, {
      onSuccess: () => {
        toast.success({ title: 'Conversation deleted successfully' });
        onClose();
        onDeleted(conversation);
      },
      onError: (error) =>
        toast.error(
          error instanceof ApiError && error.code === 'conflict'
            ? { title: 'Conversation not deleted', description: error.message }
            : { title: 'Error', description: 'Failed to delete conversation' },
        ),
    });
  }

  return (
    <ConfirmDialog
      open
      destructive
      title="Delete Conversation"
      body={
        <span>
          <span>
            ‘<span translate="no">{conversation.title}</span>’ will be deleted with all its messages
            and files. This cannot be undone.
          </span>
          {copies > 0 && (
            <span>
              {copies === 1
                ? ' 1 colleague loses the copy that you handed over.'
                : ` ${copies} colleagues lose the copies that you handed over.`}
            </span>
          )}
        </span>
      }
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}

import { useRenameConversation } from '@homie/api-client';
import { CONVERSATION_TITLE_MAX_LENGTH, type ConversationRow } from '@homie/contracts';
import { Button, Dialog, Field, Input, toast } from '@homie/ui';
import { useId, useState, type FormEvent } from 'react';

interface RenameDialogProps {
  conversation: ConversationRow;
  onClose: () => void;
}

/** Renames a conversation. */
export function RenameDialog({ conversation, onClose }: RenameDialogProps) {
  const [title, setTitle] = useState(conversation.title);
  const rename = useRenameConversation();
  const formId = useId();
  const trimmed = title.trim();

  function save(event: FormEvent) {
    event.preventDefault();
    if (trimmed === '' || rename.isPending) return;
    rename.mutate(
      { id: conversation.id, title: trimmed },
      {
        onSuccess: () => {
          toast.success({ title: 'Conversation renamed successfully' });
          onClose();
        },
        onError: () =>
          toast.error({ title: 'Error', description: 'Failed to rename conversation' }),
      },
    );
  }

  return (
    <Dialog
      open
      size="sm"
      title="Rename Conversation"
      onClose={() => {
        if (!rename.isPending) onClose();
      }}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={rename.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={trimmed === ''}
            busy={rename.isPending}
            busyLabel="Saving..."
          >
            Save
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={save}>
        <Field label="Title">
          {(control) => (
            <Input
              {...control}
              value={title}
              maxLength={CONVERSATION_TITLE_MAX_LENGTH}
              onFocus={(event) => event.currentTarget.select()}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

import { useAssistants, useConversationList, useCreateConversation } from '@homie/api-client';
import {
  ASSISTANT_LIST_MAX,
  CONVERSATION_TITLE_MAX_LENGTH,
  DEFAULT_CONVERSATION_TITLE,
  type Conversation,
} from '@homie/contracts';
import { Button, Dialog, Field, Input, Stack, toast, useIsMobile } from '@homie/ui';
import { useId, useRef, useState, type FormEvent } from 'react';
import { AssistantPicker } from './assistant-picker';
import { createFailure } from './create-failure';
import { likelyAssistant } from './order-assistants';

const NO_ASSISTANT = 'Please select an assistant to continue.';

interface NewConversationDialogProps {
  /** The preselected assistant, if any. */
  assistantId: string | null;
  onCreated: (conversation: Conversation) => void;
  onClose: () => void;
}

/** Starts a conversation with a title and an assistant. */
export function NewConversationDialog({
  assistantId,
  onCreated,
  onClose,
}: NewConversationDialogProps) {
  const [title, setTitle] = useState('');
  const [pickedId, setPickedId] = useState(assistantId);
  const { data: assistants = [] } = useAssistants({ limit: ASSISTANT_LIST_MAX });
  const { data: conversations = [] } = useConversationList();
  const chosenId = pickedId ?? likelyAssistant(assistants, conversations);
  const [error, setError] = useState<string>();
  const create = useCreateConversation();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  // Prevents a second conversation: a second press can arrive before React has rendered the first one.
  const isCreating = useRef(false);
  const isMobile = useIsMobile();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isCreating.current) return;
    if (chosenId === null) return setError(NO_ASSISTANT);
    const given = title.trim();
    isCreating.current = true;
    create.mutate(
      // Without one the server derives a title from the first message.
      { assistantId: chosenId, ...(given !== '' && { title: given }) },
      {
        onSuccess: (conversation) => {
          toast.success({ title: 'Conversation Created', description: conversation.title });
          onClose();
          onCreated(conversation);
        },
        onError: (failure) => {
          isCreating.current = false;
          toast.error(createFailure(failure));
        },
      },
    );
  }

  return (
    <Dialog
      open
      title="New Conversation"
      // On a phone, focusing the optional title would open the keyboard over the assistants.
      {...(isMobile && { initialFocusRef: form })}
      onClose={() => {
        if (!create.isPending) onClose();
      }}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={create.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={create.isPending} busyLabel="Creating...">
            Create Chat
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} tabIndex={-1} onSubmit={submit}>
        <Stack gap="5">
          <Field
            label="Title"
            hint="Optional. If you leave it blank, we'll use your first message."
          >
            {(control) => (
              <Input
                {...control}
                value={title}
                placeholder={DEFAULT_CONVERSATION_TITLE}
                maxLength={CONVERSATION_TITLE_MAX_LENGTH}
                onChange={(event) => setTitle(event.currentTarget.value)}
              />
            )}
          </Field>
          <AssistantPicker
            chosenId={chosenId}
            error={error}
            onChoose={({ id }) => {
              setPickedId(id);
              setError(undefined);
            }}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

import { useAssistants, useConversationList, useCreateConversation } from '@homie/api-client';
import { ASSISTANT_LIST_MAX, MESSAGE_MAX_LENGTH, type Conversation } from '@homie/contracts';
import { Button, isComposing, Select, Stack, Textarea, toast, useIsTouchOnly } from '@homie/ui';
import { useRef, useState, useSyncExternalStore, type FormEvent } from 'react';
import { isSendKey } from '../../platform/send-key';
import { NEW_CONVERSATION } from '../../engine/drafts';
import { useChat } from '../../engine/react';
import { createFailure } from './create-failure';
import { likelyAssistant } from './likely-assistant';

/** Scrolls a focused form above a keyboard that opens: its button is below the field. */
function scrollIntoViewOnResize(form: HTMLFormElement) {
  const closing = new AbortController();
  const show = () => {
    if (form.contains(document.activeElement)) form.scrollIntoView({ block: 'nearest' });
  };
  for (const window of [globalThis, visualViewport])
    window?.addEventListener('resize', show, { signal: closing.signal });
  return () => closing.abort();
}

/** A composer that creates a conversation with its first message. The text stays until the conversation exists. */
export function FirstMessage({ onCreated }: { onCreated: (conversation: Conversation) => void }) {
  const { drafts, sendMessage } = useChat();
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.read(NEW_CONVERSATION));
  const { data: assistants = [] } = useAssistants({ limit: ASSISTANT_LIST_MAX });
  const { data: conversations = [] } = useConversationList();
  const [pickedId, setPickedId] = useState<string | null>(null);
  const assistantId =
    pickedId ?? likelyAssistant(assistants, conversations) ?? assistants[0]?.id ?? null;
  const create = useCreateConversation();
  const isTouchOnly = useIsTouchOnly();
  const content = text.trim();
  // Prevents a second conversation: a second press can arrive before React has rendered the first one, also after
  // success.
  const isCreating = useRef(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isCreating.current || content === '' || assistantId === null) return;
    isCreating.current = true;
    create.mutate(
      { assistantId },
      {
        onSuccess(conversation) {
          sendMessage(conversation.id, { content });
          drafts.clear(NEW_CONVERSATION);
          onCreated(conversation);
        },
        onError(failure) {
          isCreating.current = false;
          toast.error(createFailure(failure));
        },
      },
    );
  }

  return (
    <Stack asChild gap="3">
      <form
        ref={scrollIntoViewOnResize}
        style={{ scrollMarginBlock: 'var(--homie-spacing-4)' }}
        onSubmit={submit}
      >
        <Select
          aria-label="Assistant"
          value={assistantId ?? ''}
          onChange={(event) => setPickedId(event.currentTarget.value)}
          options={assistants.map(({ id, label }) => ({ value: id, label }))}
        />
        <Textarea
          aria-label="First message"
          placeholder="Ask a question"
          rows={3}
          maxLength={MESSAGE_MAX_LENGTH}
          value={text}
          onChange={(event) => drafts.write(NEW_CONVERSATION, event.currentTarget.value)}
          onKeyDown={(event) => {
            if (isComposing(event) || !isSendKey(event, isTouchOnly)) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
        <Button
          type="submit"
          wide
          disabled={content === '' || assistantId === null}
          busy={create.isPending}
          busyLabel="Sending..."
        >
          Send
        </Button>
      </form>
    </Stack>
  );
}

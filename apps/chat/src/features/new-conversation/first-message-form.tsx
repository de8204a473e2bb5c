import { useCreateConversation } from '@homie/api-client';
import { MESSAGE_MAX_LENGTH, type Assistant, type Conversation } from '@homie/contracts';
import {
  announce,
  Box,
  Flex,
  IconButton,
  IconSend,
  isComposing,
  Text,
  toast,
  useIsTouchOnly,
} from '@homie/ui';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type FormEvent,
} from 'react';
import { NEW_CONVERSATION } from '../../engine/drafts';
import { useChat, useOnline, useUploader } from '../../engine/react';
import { checkFiles } from '../../engine/uploads/check-files';
import { grow } from '../../platform/grow';
import { isSendKey } from '../../platform/send-key';
import { messageField } from '../../platform/message-field';
import { AttachButton } from '../../platform/attach-button';
import { FileDrop } from '../../platform/file-drop';
import { pastedFiles } from '../../platform/pasted-files';
import { createFailure } from './create-failure';

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

const WAITING = 'Sends once your assistants have loaded';
const NOT_LOADED = {
  title: 'Assistants are loading',
  description: 'Add the file again in a moment.',
};
const OFFLINE = "You're offline. Sends when you're back.";

interface FirstMessageFormProps {
  /** The assistant that answers; undefined until it is known, or if the user has none. */
  assistant: Assistant | undefined;
  /** The assistants have not loaded: a message that is sent waits for them. */
  isLoading: boolean;
  onCreated: (conversation: Conversation) => void;
}

/**
 * A composer that creates a conversation with its first message, or with its first files. The text stays until the
 * conversation exists.
 */
export function FirstMessageForm({ assistant, isLoading, onCreated }: FirstMessageFormProps) {
  const { drafts, sendMessage } = useChat();
  const uploader = useUploader();
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.read(NEW_CONVERSATION));
  const create = useCreateConversation();
  const isTouchOnly = useIsTouchOnly();
  const content = text.trim();
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (field.current) grow(field.current);
  }, [text]);
  // Prevents a second conversation: a second press can arrive before React has rendered the first one, also after
  // success.
  const isCreating = useRef(false);

  const waiting = useOnline() ? WAITING : OFFLINE;
  const [isWaiting, setIsWaiting] = useState(false);
  const isSending = create.isPending || isWaiting;
  useEffect(() => {
    if (isWaiting && !isLoading) field.current?.form?.requestSubmit();
  }, [isWaiting, isLoading]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const waits = isLoading && content !== '';
    setIsWaiting(waits);
    if (waits) announce(waiting);
    if (isCreating.current || content === '' || assistant === undefined) return;
    isCreating.current = true;
    create.mutate(
      { assistantId: assistant.id },
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

  /** Creates the conversation, whose draft the files and the text become: the server stores files with it. */
  function startWith(files: readonly File[]) {
    const { accepted, refusals } = checkFiles(files, []);
    for (const refusal of refusals) toast.error(refusal);
    if (accepted.length === 0 || isCreating.current) return;
    if (assistant === undefined) return toast.info(NOT_LOADED);
    isCreating.current = true;
    create.mutate(
      { assistantId: assistant.id },
      {
        onSuccess(conversation) {
          drafts.write(conversation.id, drafts.read(NEW_CONVERSATION));
          drafts.clear(NEW_CONVERSATION);
          uploader.add(conversation.id, accepted);
          onCreated(conversation);
        },
        onError(failure) {
          isCreating.current = false;
          const retry = { label: 'Try again', run: () => startWith(accepted) };
          toast.error({ ...createFailure(failure), action: retry });
        },
      },
    );
  }

  return (
    <FileDrop onFiles={startWith}>
      <Box
        asChild
        flex="1"
        minWidth="0"
        bg="bg.surface"
        borderWidth="1px"
        borderColor="border.control"
        borderRadius="lg"
        _focusWithin={{ borderColor: 'focus.ring', boxShadow: '0 0 0 1px {colors.focus.ring}' }}
      >
        <form
          ref={scrollIntoViewOnResize}
          style={{ scrollMarginBlock: 'var(--homie-spacing-4)' }}
          onSubmit={submit}
        >
          <Box
            asChild
            {...messageField}
            minHeight="16"
            maxHeight="min(200px, 35dvh)"
            css={{ fieldSizing: 'content' }}
          >
            <textarea
              ref={field}
              rows={2}
              dir="auto"
              // The focus target of shortcuts and of the example questions.
              data-composer
              enterKeyHint={isTouchOnly ? 'enter' : 'send'}
              aria-label="First message"
              placeholder="Ask a question"
              maxLength={MESSAGE_MAX_LENGTH}
              value={text}
              onChange={(event) => {
                // The user has more to say.
                setIsWaiting(false);
                drafts.write(NEW_CONVERSATION, event.currentTarget.value);
              }}
              onPaste={(event) => {
                const files = pastedFiles(event.clipboardData);
                if (files.length === 0) return;
                event.preventDefault();
                startWith(files);
              }}
              onKeyDown={(event) => {
                if (isComposing(event) || !isSendKey(event, isTouchOnly)) return;
                event.preventDefault();
                event.currentTarget.form?.requestSubmit();
              }}
            />
          </Box>
          <Flex alignItems="center" gap="2" paddingInline="2" paddingBottom="2">
            <AttachButton onFiles={startWith} onClosed={() => field.current?.focus()} />
            <Text size="sm" tone="muted" truncate={!isWaiting} flex="1">
              {isWaiting ? (
                <span key="waiting">{waiting}</span>
              ) : (
                assistant && (
                  <span>
                    To <span translate="no">{assistant.label}</span>
                  </span>
                )
              )}
            </Text>
            <IconButton
              type="submit"
              label={isSending ? 'Sending...' : 'Send'}
              size="sm"
              variant="solid"
              borderRadius="full"
              icon={<IconSend />}
              busy={isSending}
              disabled={content === '' || (assistant === undefined && !isLoading)}
            />
          </Flex>
        </form>
      </Box>
    </FileDrop>
  );
}

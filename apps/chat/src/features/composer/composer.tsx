import { useBusy, useEnvironment, useStore } from '@homie/composition';
import { announce, IconButton, IconGlobe, IconSend, IconStop, toast, useIsMobile } from '@homie/ui';
import {
  memo,
  useEffect,
  useEffectEvent,
  useRef,
  useSyncExternalStore,
  type RefObject,
} from 'react';
import { useLazyModule } from '../../platform/use-lazy-module';
import { useChat, useFiles, useReply, useUploader } from '../../engine/react';
import { listAttachments } from '../../engine/uploads/list-files';
import { AttachButton } from '../../platform/attach-button';
import { ComposerFrame } from './composer-frame';
import { ComposerField, type ComposerFocus } from './composer-field';
import type { FileChipsProps } from './file-chips';
import { LengthNote } from './length-note';
import { OfflineNote } from './offline-note';
import type { ResearchButtonProps } from './research-button';
import { blockNotice, sendBlock } from './send-block';

interface ComposerProps {
  conversationId: string;
  /** Undefined until it is loaded. */
  assistantLabel: string | undefined;
  /** The element that had the focus when the conversation was opened. */
  openedFrom: RefObject<Element | null>;
  onSent: () => void;
}

const noResearch = <IconButton label="Web research" size="sm" disabled icon={<IconGlobe />} />;

/** The button without web research: it stays focusable, so that a press can explain why. */
const researchNotSetUp = (
  <IconButton
    label="Web research"
    title="Web research: not set up here"
    size="sm"
    aria-disabled
    icon={<IconGlobe />}
    onClick={() => toast.info({ title: 'Web research', description: 'Not set up here.' })}
  />
);

/**
 * One rounded field: the message and its files, attaching, web research, stop and send. Typing a letter re-renders none
 * of it.
 */
export const Composer = memo(function Composer({
  conversationId,
  assistantLabel,
  openedFrom,
  onSent,
}: ComposerProps) {
  const chat = useChat();
  const { drafts, edits } = chat;
  const uploader = useUploader();
  const { features } = useEnvironment();
  const files = useFiles(conversationId);
  const field = useRef<ComposerFocus>(null);
  const isMobile = useIsMobile();
  const sending = useReply(conversationId, (reply) => !!reply && reply.status !== 'disconnected');
  const stopping = useReply(conversationId, (reply) => reply?.stopping ?? false);
  const block = useSyncExternalStore(drafts.subscribe, () =>
    sendBlock({ conversationId, text: drafts.read(conversationId), files }),
  );
  const drafted = useSyncExternalStore(drafts.subscribe, () =>
    drafts.conversations().has(conversationId),
  );
  const editing = useStore(edits, () => edits.get(conversationId) !== null);
  useBusy(drafted || editing);
  const toField = () => field.current?.focus();
  const addFiles = (added: File[]) => uploader.add(conversationId, added);

  const takeFocus = useEffectEvent(() => {
    const { activeElement } = document;
    const from = openedFrom.current;
    // Does not steal the focus from a user who has moved it since. A closed dialog has returned the focus itself.
    const hasMoved = from?.isConnected && activeElement !== from && activeElement !== document.body;
    // On a phone the focus would open the keyboard over the conversation that was just chosen.
    if (!isMobile && !hasMoved) field.current?.focus();
  });
  useEffect(() => takeFocus(), []);

  function submit() {
    if (block !== null) {
      const notice = blockNotice(block);
      if (notice) toast.error(notice);
      return;
    }
    const content = drafts.read(conversationId);
    const message = { content, files: listAttachments(files, drafts.files(conversationId)) };
    // Ignores a second Enter in the same frame: the first one has sent everything.
    if (content.trim() === '' && message.files.length === 0) return;
    if (!chat.sendMessage(conversationId, message)) return;
    if (sending) announce('Your message will send when the reply is finished.');
    // From here on the text and files belong to the outbox, which stores them until the server has them.
    drafts.clear(conversationId);
    onSent();
    toField();
  }

  function stop() {
    chat.stop(conversationId);
    // Pressing the button removes it, and the focus with it.
    if (!isMobile) toField();
  }

  return (
    <ComposerFrame
      onClick={(event) => {
        if (event.target === event.currentTarget) toField();
      }}
      buttons={
        <>
          <AttachButton onFiles={addFiles} onClosed={toField} />
          {features.webResearch ? (
            <Research {...{ conversationId }} disabled={sending || block === 'too-long'} />
          ) : (
            researchNotSetUp
          )}
          <OfflineNote />
          {sending && (
            <IconButton
              label={stopping ? 'Stopping...' : 'Stop'}
              size="sm"
              variant="outline"
              disabled={stopping}
              borderRadius="full"
              icon={<IconStop size={16} fill="currentColor" />}
              onClick={stop}
            />
          )}
          {/* Stays enabled while a reply runs: a message sent then is queued until the reply finishes. */}
          <IconButton
            label="Send"
            size="sm"
            variant="solid"
            disabled={block === 'empty' || block === 'too-long'}
            borderRadius="full"
            icon={<IconSend />}
            onClick={submit}
          />
        </>
      }
    >
      {files.length > 0 && <AttachedFiles {...{ conversationId, files }} onEmptied={toField} />}
      <ComposerField
        ref={field}
        conversationId={conversationId}
        onFiles={addFiles}
        onSubmit={submit}
        label={assistantLabel === undefined ? 'Message' : `Message ${assistantLabel}`}
      />
      <LengthNote conversationId={conversationId} />
    </ComposerFrame>
  );
});

const loadFileChips = () => import('./file-chips');

/** The lazily loaded files of the draft: most messages have none. */
function AttachedFiles(props: FileChipsProps) {
  const { module } = useLazyModule(loadFileChips);
  return module && <module.FileChips {...props} />;
}

const loadResearch = () => import('./research-button');

/** The lazily loaded button with web research enabled: its code is not in the first load. */
function Research(props: ResearchButtonProps) {
  const { module } = useLazyModule(loadResearch);
  return module ? <module.ResearchButton {...props} /> : noResearch;
}

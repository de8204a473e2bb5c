import { useEnvironment } from '@homie/composition';
import {
  Box,
  Flex,
  IconButton,
  IconGlobe,
  IconSend,
  IconStop,
  toast,
  useIsMobile,
} from '@homie/ui';
import { useEffect, useRef } from 'react';
import { useDraft } from '../../turns/use-draft';
import { useLiveFact } from '../../turns/use-live-reply';
import { useTurns } from '../../turns/turns-context';
import { attachedOf } from '../../uploads/files-of';
import { useFiles, useUploader } from '../../uploads/uploads-context';
import { AttachButton } from './attach-button';
import { AttachedFiles } from './attached-files';
import { ComposerField, type ComposerFocus } from './composer-field';
import { LengthNote } from './length-note';
import { OfflineNote } from './offline-note';
import { blockNotice, sendBlock } from './send-block';

interface ComposerProps {
  conversationId: string;
  assistantLabel: string;
  onSent: () => void;
}

/** One rounded field: the message and its files, attaching, web research, send or stop. */
export function Composer({ conversationId, assistantLabel, onSent }: ComposerProps) {
  const { runner, drafts } = useTurns();
  const uploader = useUploader();
  const { features } = useEnvironment();
  const [text, setText] = useDraft(conversationId);
  const files = useFiles(conversationId);
  const field = useRef<ComposerFocus>(null);
  const isMobile = useIsMobile();
  const sending = useLiveFact(conversationId, (reply) => !!reply && reply.state !== 'lost');
  const stopping = useLiveFact(conversationId, (reply) => reply?.stopping ?? false);
  const block = sendBlock({ conversationId, text, files, sending });
  const toField = () => field.current?.focus();

  // On a phone the focus would open the keyboard over the conversation that was just chosen.
  useEffect(() => {
    if (!isMobile) field.current?.focus();
  }, [isMobile]);

  function submit() {
    if (block !== null) {
      const notice = blockNotice(block);
      if (notice) toast.error(notice);
      return;
    }
    const message = { content: text, files: attachedOf(files, drafts.files(conversationId)) };
    if (!runner.send(conversationId, message)) return;
    // From here on the words and files are the outbox's, which keeps them until the server has them.
    drafts.clear(conversationId);
    onSent();
    toField();
  }

  function stop() {
    runner.stop(conversationId);
    // The button goes away under the focus.
    if (!isMobile) toField();
  }

  return (
    <Box
      width="full"
      bg="bg.surface"
      borderWidth="1px"
      borderColor="border.control"
      borderRadius="lg"
      _focusWithin={{ borderColor: 'focus.ring', boxShadow: '0 0 0 1px {colors.focus.ring}' }}
      onClick={(event) => {
        if (event.target === event.currentTarget) toField();
      }}
    >
      {files.length > 0 && <AttachedFiles {...{ conversationId, files }} onEmptied={toField} />}
      <ComposerField
        ref={field}
        text={text}
        onText={setText}
        onFiles={(pasted) => uploader.add(conversationId, pasted)}
        onSubmit={submit}
        label={`Message ${assistantLabel}`}
      />
      <LengthNote length={text.length} />
      <Flex alignItems="center" gap="1" paddingInline="2" paddingBottom="2">
        <AttachButton conversationId={conversationId} onClosed={toField} />
        <IconButton
          label="Web research"
          size="sm"
          disabled={!features.webResearch}
          icon={<IconGlobe />}
        />
        <OfflineNote />
        {sending ? (
          <IconButton
            label={stopping ? 'Stopping...' : 'Stop'}
            size="sm"
            variant="outline"
            disabled={stopping}
            borderRadius="full"
            icon={<IconStop size={16} fill="currentColor" />}
            onClick={stop}
          />
        ) : (
          <IconButton
            label="Send"
            size="sm"
            variant="solid"
            disabled={block === 'empty' || block === 'too-long'}
            borderRadius="full"
            icon={<IconSend />}
            onClick={submit}
          />
        )}
      </Flex>
    </Box>
  );
}

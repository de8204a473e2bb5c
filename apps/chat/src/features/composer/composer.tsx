import { useEnvironment } from '@homie/composition';
import { MESSAGE_MAX_LENGTH } from '@homie/contracts';
import {
  Box,
  Flex,
  IconButton,
  IconGlobe,
  IconSend,
  IconStop,
  Text,
  toast,
  useIsMobile,
} from '@homie/ui';
import { useEffect, useRef } from 'react';
import { useDraft } from '../../turns/use-draft';
import { useLiveFact } from '../../turns/use-live-reply';
import { useTurns } from '../../turns/turns-context';
import { useOnline } from '../../network/use-online';
import { ComposerField, type ComposerFocus } from './composer-field';
import { blockNotice, sendBlock } from './send-block';

/** From here on the composer says how much room is left. */
const NEARLY_FULL = MESSAGE_MAX_LENGTH - 1_000;

interface ComposerProps {
  conversationId: string;
  assistantLabel: string;
  onSent: () => void;
}

/** One rounded field: the message, web research, send or stop. */
export function Composer({ conversationId, assistantLabel, onSent }: ComposerProps) {
  const { runner } = useTurns();
  const { features } = useEnvironment();
  const [text, setText] = useDraft(conversationId);
  const field = useRef<ComposerFocus>(null);
  const isMobile = useIsMobile();
  const online = useOnline();
  const sending = useLiveFact(conversationId, (reply) => !!reply && reply.state !== 'lost');
  const stopping = useLiveFact(conversationId, (reply) => reply?.stopping ?? false);
  const block = sendBlock({ conversationId, text, fileCount: 0, sending, uploading: false });

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
    if (!runner.send(conversationId, { content: text })) return;
    setText('');
    onSent();
    field.current?.focus();
  }

  function stop() {
    runner.stop(conversationId);
    // The button goes away under the focus.
    if (!isMobile) field.current?.focus();
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
        if (event.target === event.currentTarget) field.current?.focus();
      }}
    >
      <ComposerField
        ref={field}
        text={text}
        onText={setText}
        onSubmit={submit}
        label={`Message ${assistantLabel}`}
      />
      <Flex alignItems="center" gap="2" paddingInline="2" paddingBottom="2">
        <IconButton
          label="Web research"
          size="sm"
          disabled={!features.webResearch}
          icon={<IconGlobe />}
        />
        <Text as="output" flex="1" size="sm" tone="muted" lineHeight="snug">
          {!online && 'Offline. Messages will wait.'}
        </Text>
        <Text size="sm" tone={block === 'too-long' ? 'danger' : 'subtle'}>
          {text.length > NEARLY_FULL &&
            `${text.length.toLocaleString()} of ${MESSAGE_MAX_LENGTH.toLocaleString()}`}
        </Text>
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

import type { OpenedHandover } from '@homie/contracts';
import { Box, Stack, Text } from '@homie/ui';
import { TimeText } from '@homie/widgets';
import { LinkedText } from '../linked-text';
import { MessageFiles } from '../message-files';
import { ReplyNotes } from '../reply-notes';
import { ReplySources } from '../reply-sources';
import { ReplyText } from '../reply-text';

interface HandedOverMessagesProps {
  handover: OpenedHandover;
  now: Date;
}

/** The note and the messages of a handover. */
export function HandedOverMessages({ handover, now }: HandedOverMessagesProps) {
  const { owner_name, note, messages } = handover;
  return (
    <>
      {note !== null && (
        <Box
          as="section"
          aria-label="Note"
          bg="accent.subtle"
          borderRadius="lg"
          paddingInline="4"
          paddingBlock="3"
          overflowWrap="anywhere"
        >
          <Text size="sm" tone="muted">
            <span>Note from </span>
            <span translate="no">{owner_name}</span>
          </Text>
          <Text translate="no" dir="auto">
            {note}
          </Text>
        </Box>
      )}
      {messages.map((message) => (
        <Message key={message.id} {...{ handover, message, now }} />
      ))}
    </>
  );
}

interface MessageProps extends HandedOverMessagesProps {
  message: OpenedHandover['messages'][number];
}

function Message({ handover, message, now }: MessageProps) {
  const { id, role, content, files, created_at, citations = [], notes = [] } = message;
  const { conversation_id: conversationId, owner_name } = handover;
  const isReply = role === 'assistant';
  return (
    // Messages outside the viewport are not rendered.
    <Box css={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 8rem' }}>
      <Stack asChild gap="1" alignItems={isReply ? 'stretch' : 'flex-end'}>
        <article aria-label={isReply ? 'Assistant' : owner_name} data-message={id}>
          {isReply ? (
            <ReplyText {...{ conversationId }} text={content} live={false} />
          ) : (
            <Box
              maxWidth="85%"
              bg="brand.subtle"
              borderRadius="lg"
              paddingInline="4"
              paddingBlock="2.5"
              overflowWrap="anywhere"
              whiteSpace="pre-wrap"
              dir="auto"
              css={{ '@media (forced-colors: active)': { outline: '1px solid' } }}
            >
              <LinkedText text={content} />
              {files.length > 0 && (
                <Box marginTop={content === '' ? '0' : '2'}>
                  <MessageFiles {...{ conversationId, files }} stored />
                </Box>
              )}
            </Box>
          )}
          {citations.length > 0 && <ReplySources citations={citations} />}
          {notes.length > 0 && <ReplyNotes notes={notes} />}
          <Text size="xs" tone="subtle">
            <TimeText moment={created_at} now={now} />
          </Text>
        </article>
      </Stack>
    </Box>
  );
}

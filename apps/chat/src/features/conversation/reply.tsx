import { Box, Button, Flex, IconRefresh, Stack, Text } from '@homie/ui';
import { memo } from 'react';
import type { ReplyItem } from '../../thread/thread-items';
import { TimeText } from '../../time/time-text';
import { useLiveFact } from '../../turns/use-live-reply';
import { replyNote } from './reply-note';
import { ReplyText } from './reply-text';
import { TypingBubble } from './typing-bubble';

interface ReplyProps {
  item: ReplyItem;
  conversationId: string;
  now: Date;
  onAgain: (item: ReplyItem) => void;
}

/** A reply: plain text on the canvas, whether it is being written or has long been there. */
export const Reply = memo(function Reply({ item, now, conversationId, onAgain }: ReplyProps) {
  const { text, state } = item;
  const live = state === 'live' || state === 'lost';
  const hasBegun = useLiveFact(conversationId, (reply) => live && !!reply?.text) || text !== '';
  const note = replyNote(item);
  const writing = state === 'live';
  return (
    <Stack as="article" aria-label="Assistant" aria-busy={writing} data-message={item.id} gap="2">
      {hasBegun && <ReplyText {...{ conversationId, text, live }} />}
      {!hasBegun && writing && <TypingBubble />}
      {note && (
        <Flex alignItems="center" gap="2" flexWrap="wrap">
          <Text size="sm" tone="muted">
            {note.text}
          </Text>
          {note.action && (
            <Button variant="outline" size="sm" onClick={() => onAgain(item)}>
              <IconRefresh size={16} />
              {note.action}
            </Button>
          )}
        </Flex>
      )}
      {item.at !== null && (
        <Box fontSize="xs" color="fg.subtle">
          <TimeText moment={item.at} now={now} />
        </Box>
      )}
    </Stack>
  );
});

import { Text } from '@homie/ui';
import { useReply } from '../../engine/react';

interface ReplyProgressProps {
  conversationId: string;
  /** Whether there are words from before, which this reply continues. */
  hasBegun: boolean;
}

/** How a reply comes along that is not complete. Announced elsewhere, once. */
export function ReplyProgress({ conversationId, hasBegun }: ReplyProgressProps) {
  const hasWords = useReply(conversationId, (reply) => !!reply?.text) || hasBegun;
  const retrying = useReply(conversationId, (reply) => reply?.reconnecting ?? false);
  const isAwaited = useReply(conversationId, (reply) => reply?.userMessageId === null);
  if (!retrying) return hasWords ? null : <TypingBubble />;
  // Nobody is typing then. Of a message that is not out yet, the message itself says so.
  if (isAwaited) return null;
  return (
    <Text size="sm" tone="muted" paddingTop="1">
      The connection was lost. Trying again...
    </Text>
  );
}

/** Shown while the first word of a reply is awaited. */
function TypingBubble() {
  return (
    <Text
      tone="muted"
      width="fit"
      bg="bg.subtle"
      borderRadius="lg"
      paddingInline="4"
      paddingBlock="2.5"
      css={{ animation: 'pulse 1.8s ease-in-out infinite' }}
    >
      Typing...
    </Text>
  );
}

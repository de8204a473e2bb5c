import { Text } from '@homie/ui';
import { useReply } from '../../engine/react';

interface ReplyProgressProps {
  conversationId: string;
  /** True if there is earlier text, which this reply continues. */
  hasStarted: boolean;
}

/** Shows the progress of an incomplete reply. Announced elsewhere, once. */
export function ReplyProgress({ conversationId, hasStarted }: ReplyProgressProps) {
  const hasWords = useReply(conversationId, (reply) => !!reply?.text) || hasStarted;
  const retrying = useReply(conversationId, (reply) => reply?.reconnecting ?? false);
  const isAwaited = useReply(conversationId, (reply) => reply?.userMessageId === null);
  if (!retrying) return hasWords ? null : <TypingBubble />;
  // No typing bubble then. For an unsent message, the message itself shows the state.
  if (isAwaited) return null;
  return (
    <Text size="sm" tone="muted" paddingTop="1">
      The connection was lost. Trying again...
    </Text>
  );
}

/** Shown until the first word of a reply arrives. */
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

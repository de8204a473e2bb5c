import { Text } from '@homie/ui';

/** Shown while the first word of a reply is awaited. Announced elsewhere, once. */
export function TypingBubble() {
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

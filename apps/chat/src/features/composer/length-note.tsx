import { MESSAGE_MAX_LENGTH } from '@homie/contracts';
import { Button, Flex, Text } from '@homie/ui';
import { useSyncExternalStore } from 'react';
import { useChat } from '../../engine/react';
import { useAttachText } from './use-attach-text';

/** The length from which the composer shows the remaining characters. */
const NEARLY_FULL = MESSAGE_MAX_LENGTH - 1_000;

/** Shows the remaining characters near the limit, and past it what to do. Announces the latter once. */
export function LengthNote({ conversationId }: { conversationId: string }) {
  const { drafts } = useChat();
  // Clamped, so that typing in shorter texts re-renders nothing.
  const length = useSyncExternalStore(drafts.subscribe, () =>
    Math.max(NEARLY_FULL, drafts.read(conversationId).length),
  );
  const tooLong = length > MESSAGE_MAX_LENGTH;
  const { attaching, attach } = useAttachText(conversationId);
  return (
    <Flex
      columnGap="3"
      rowGap="1"
      alignItems="center"
      justifyContent="space-between"
      flexWrap="wrap"
      paddingInline="4"
    >
      <Text
        as="output"
        size="sm"
        tone="danger"
        lineHeight="snug"
        flex={tooLong ? { base: '1 0 100%', md: '1' } : '1'}
      >
        {tooLong && 'Too long to send. Shorten it, or attach it as a file.'}
      </Text>
      {tooLong && (
        <Button variant="outline" size="sm" flexShrink="0" disabled={attaching} onClick={attach}>
          Attach as a file
        </Button>
      )}
      {length > NEARLY_FULL && (
        <Text size="sm" tone={tooLong ? 'danger' : 'subtle'} flexShrink="0">
          {`${length.toLocaleString('en-AU')} of ${MESSAGE_MAX_LENGTH.toLocaleString('en-AU')}`}
        </Text>
      )}
    </Flex>
  );
}

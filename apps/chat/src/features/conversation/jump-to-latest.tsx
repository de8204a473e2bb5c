import { Box, Button, Center, IconArrowDown, VisuallyHidden } from '@homie/ui';
import { useState } from 'react';
import type { ThreadItem } from '../../engine/thread-items';
import { useReply } from '../../engine/react';

interface JumpToLatestProps {
  conversationId: string;
  items: readonly ThreadItem[];
  onJump: () => void;
}

const LOW = '@media (max-height: 26rem)';

/** Scrolls back to the end, for a reader who left it; marked if messages have arrived since. */
export function JumpToLatest({ conversationId, items, onJump }: JumpToLatestProps) {
  const writing = useReply(conversationId, (reply) => reply?.status === 'streaming');
  const newest = items.at(-1)?.id;
  const [leftAt] = useState(newest);
  const hasNews = writing || newest !== leftAt;
  return (
    <Center
      position="absolute"
      bottom="3"
      insetInline="3"
      pointerEvents="none"
      // A low window shows few lines, so the button covers as little of them as it can.
      css={{
        [LOW]: { justifyContent: 'flex-end', bottom: '1', '& [data-label]': { srOnly: true } },
      }}
    >
      <Button
        variant="outline"
        size="sm"
        borderRadius="full"
        boxShadow="float"
        pointerEvents="auto"
        onClick={onJump}
      >
        <IconArrowDown size={16} />
        <span data-label>Jump to latest</span>
        {hasNews && (
          <>
            <Box as="span" boxSize="2" borderRadius="full" bg="accent.solid" />
            <VisuallyHidden>, new messages</VisuallyHidden>
          </>
        )}
      </Button>
    </Center>
  );
}

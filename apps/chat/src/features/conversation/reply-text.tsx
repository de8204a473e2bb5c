import { Box } from '@homie/ui';
import { memo, useSyncExternalStore } from 'react';
import { useTurns } from '../../turns/turns-context';
import { replyStyles } from './reply-styles';
import { useMarkdown } from './use-markdown';

interface ReplyTextProps {
  conversationId: string;
  /** The words that are stored. */
  text: string;
  /** The words are those of the live reply. */
  live: boolean;
}

/**
 * The words of a reply, as Markdown. While they are written, they alone are drawn anew, nothing around them, from the
 * first one on; and when the reply is complete, what stands there stays.
 */
export const ReplyText = memo(function ReplyText(props: ReplyTextProps) {
  return (
    <Box maxWidth="measure" overflowWrap="anywhere" _empty={{ display: 'none' }} css={replyStyles}>
      <Words {...props} />
    </Box>
  );
});

const never = () => () => undefined;

function Words({ conversationId, text, live }: ReplyTextProps) {
  const { replies } = useTurns();
  const draw = useMarkdown();
  const written = useSyncExternalStore(live ? replies.subscribe : never, () =>
    live ? replies.get(conversationId)?.text : undefined,
  );
  const words = written || text;
  return words !== '' && draw?.(words, !live);
}

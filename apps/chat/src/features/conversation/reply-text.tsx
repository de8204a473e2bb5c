import { Box } from '@homie/ui';
import { memo, useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useChat } from '../../engine/react';
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
    <Sheet>
      <Words {...props} />
    </Sheet>
  );
});

/** The class of all replies, once one was drawn: styles that were put into the page stay there. */
let sheetClass: string | undefined;

/**
 * How replies look. These are more rules than all else on the screen has together, and to work them out takes longer
 * than to draw a short reply: done for the first one, and not for each that scrolls into sight.
 */
function Sheet({ children }: { children: ReactNode }) {
  // What was drawn one way stays so: its words would be drawn anew.
  const [known] = useState(sheetClass);
  if (known !== undefined) return <div className={known}>{children}</div>;
  return (
    <Box
      ref={(element: HTMLDivElement | null) => {
        sheetClass = element?.className ?? sheetClass;
      }}
      maxWidth="measure"
      overflowWrap="anywhere"
      _empty={{ display: 'none' }}
      css={replyStyles}
    >
      {children}
    </Box>
  );
}

const never = () => () => undefined;

function Words({ conversationId, text, live }: ReplyTextProps) {
  const { store } = useChat();
  const draw = useMarkdown();
  const written = useSyncExternalStore(live ? store.subscribe : never, () =>
    live ? store.getState().replies.get(conversationId)?.text : undefined,
  );
  const words = written || text;
  useLayoutEffect(() => {
    // Lays the page out where the words are drawn, behind a frame: the next one, which shows them, is in time then.
    if (live) document.body.getBoundingClientRect();
  }, [live, words]);
  return words !== '' && draw?.(words, !live);
}

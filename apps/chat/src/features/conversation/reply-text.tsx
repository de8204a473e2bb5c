import { Box } from '@homie/ui';
import { memo, useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useChat } from '../../engine/react';
import { replyStyles } from '@homie/widgets/reply-styles';
import { useMarkdown } from './use-markdown';

interface ReplyTextProps {
  conversationId: string;
  /** The stored text. */
  text: string;
  /** The text is that of the live reply. */
  live: boolean;
}

/**
 * The text of a reply, as Markdown. While it streams, only the text re-renders, nothing around it, from the first word
 * on; when the reply completes, the rendered DOM is retained.
 */
export const ReplyText = memo(function ReplyText(props: ReplyTextProps) {
  return (
    <Sheet>
      <Words {...props} />
    </Sheet>
  );
});

/** The class of all replies, once one was rendered: injected styles remain in the page. */
let sheetClass: string | undefined;

/**
 * Applies the reply styles. They are more rules than everything else on the screen has together, and computing them
 * takes longer than rendering a short reply: done for the first one, and not for each that scrolls into view. A reply
 * may be in any language: the page's would be wrong for some.
 */
function Sheet({ children }: { children: ReactNode }) {
  // Constant per mount: a change would remount the text.
  const [known] = useState(sheetClass);
  if (known !== undefined)
    return (
      <div className={known} lang="">
        {children}
      </div>
    );
  return (
    <Box
      ref={(element: HTMLDivElement | null) => {
        sheetClass = element?.className ?? sheetClass;
      }}
      lang=""
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
  const renderText = useMarkdown();
  const written = useSyncExternalStore(live ? store.subscribe : never, () =>
    live ? store.getState().replies.get(conversationId)?.text : undefined,
  );
  const words = written || text;
  useLayoutEffect(() => {
    // Forces layout where the text is rendered, after a frame: the next one, which paints it, is in time then.
    if (live) document.body.getBoundingClientRect();
  }, [live, words]);
  return words !== '' && renderText?.(words, !live);
}

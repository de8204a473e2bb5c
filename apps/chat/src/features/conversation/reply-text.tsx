import { Box } from '@homie/ui';
import { replyStyles } from './reply-styles';
import { useMarkdown } from './use-markdown';

/** The words of a reply, as Markdown. */
export function ReplyText({ text }: { text: string }) {
  const draw = useMarkdown();
  return (
    <Box maxWidth="measure" overflowWrap="anywhere" css={replyStyles}>
      {draw?.(text)}
    </Box>
  );
}

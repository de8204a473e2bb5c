import { Box } from '@homie/ui';
import { lazy, Suspense } from 'react';
import { replyStyles } from './reply-styles';

const loadMarkdown = () => import('../../markdown');
const Markdown = lazy(async () => ({ default: (await loadMarkdown()).Markdown }));

/** Fetches what draws Markdown, so that it is there before the first reply. */
export function preloadMarkdown(): void {
  // A failure shows where the chunk is needed: the text stays plain until then.
  loadMarkdown().catch(() => undefined);
}

/** The words of a reply, as Markdown once that has arrived. */
export function ReplyText({ text }: { text: string }) {
  return (
    <Box maxWidth="measure" overflowWrap="anywhere" css={replyStyles}>
      <Suspense fallback={<Box whiteSpace="pre-wrap">{text}</Box>}>
        <Markdown text={text} />
      </Suspense>
    </Box>
  );
}

import { Box, VisuallyHidden } from '@homie/ui';
import { GrowingText, parseMarkdown, resolveReferences, shownTree } from '@homie/widgets/markdown';
import { replyStyles } from '@homie/widgets/reply-styles';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import type { RootContent } from 'mdast';
import { useDeferredValue, useMemo, type ComponentPropsWithoutRef } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

/** Opens in a new tab, so that the trial and unsaved edits remain. Sources are listed below the reply. */
function ReplyLink({ href = '', children }: ComponentPropsWithoutRef<'a'>) {
  if (!/^https?:|^\/app\?document=/i.test(href)) return <span>{children}</span>;
  return (
    <a className="out" href={href} target="_blank" rel="noopener noreferrer nofollow">
      <span>{children}</span>
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  );
}

/** A reply of a trial as Markdown, rendered from scratch as it grows: trials are short. */
export function ReplyMarkdown({ text }: { text: string }) {
  const deferred = useDeferredValue(text);
  const content = useMemo(() => {
    const { blocks, references } = resolveReferences(deferred, parseMarkdown(deferred));
    const render = (node: RootContent) =>
      toJsxRuntime(shownTree(node, references), {
        Fragment,
        jsx,
        jsxs,
        components: { a: ReplyLink, span: GrowingText },
      });
    return (
      <>
        {blocks.map((node, index) => (
          <Fragment key={index}>{render(node)}</Fragment>
        ))}
        {references.notes.length > 0 && (
          <ol className="notes" aria-label="Notes">
            {references.notes.map(({ identifier, children }) => (
              <li key={identifier}>
                {children.map((node, index) => (
                  <Fragment key={index}>{render(node)}</Fragment>
                ))}
              </li>
            ))}
          </ol>
        )}
      </>
    );
  }, [deferred]);
  return (
    <Box lang="" overflowWrap="anywhere" css={replyStyles}>
      {content}
    </Box>
  );
}

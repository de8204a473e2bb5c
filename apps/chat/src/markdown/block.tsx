import { toJsxRuntime, type Components } from 'hast-util-to-jsx-runtime';
import type { RootContent } from 'mdast';
import { memo, type ComponentPropsWithoutRef, type ReactElement } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { blockTree, type References } from '@homie/widgets/markdown';
import { CodeBlock } from './code-block';
import { Quote } from './quote';
import { ReplyLink } from './reply-link';

/**
 * A table in its own scroll container, so that the page never scrolls sideways. Focusable, so that the keyboard can
 * scroll it.
 */
function ReplyTable({ dir, children }: ComponentPropsWithoutRef<'table'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- scrollable content must be focusable
    <div className="table" role="group" aria-label="Table" tabIndex={0} dir={dir}>
      <table>{children}</table>
    </div>
  );
}

/** The read-only checkbox of a task. The text of the item describes it. */
function ReplyTick({ checked }: ComponentPropsWithoutRef<'input'>) {
  return <input type="checkbox" aria-label="Done" checked={checked ?? false} disabled />;
}

type PreProps = ComponentPropsWithoutRef<'pre'>;
type QuoteProps = ComponentPropsWithoutRef<'blockquote'>;
const shared: Partial<Components> = { a: ReplyLink, table: ReplyTable, input: ReplyTick };
const closedComponents: Partial<Components> = {
  ...shared,
  pre: ({ children }: PreProps) => <CodeBlock code={children} closed />,
  blockquote: ({ dir, children }: QuoteProps) => <Quote {...{ dir, children }} closed />,
};
const openComponents: Partial<Components> = {
  ...shared,
  pre: ({ children }: PreProps) => <CodeBlock code={children} closed={false} />,
  blockquote: ({ dir, children }: QuoteProps) => <Quote {...{ dir, children }} closed={false} />,
};

interface RenderedBlock {
  references: References;
  element: ReactElement;
}

/** The rendered elements of closed blocks, reused when they scroll back into view. */
const rendered = new WeakMap<RootContent, RenderedBlock>();

function render(node: RootContent, references: References, components: Partial<Components>) {
  return toJsxRuntime(blockTree(node, references), { Fragment, jsx, jsxs, components });
}

/** Returns the sanitised element of a block that no further text can change. Cached. */
export function blockElement(node: RootContent, references: References): ReactElement {
  const before = rendered.get(node);
  if (before?.references === references) return before.element;
  const element = render(node, references, closedComponents);
  rendered.set(node, { references, element });
  return element;
}

interface BlockProps {
  node: RootContent;
  /** No further text can change it. */
  closed: boolean;
  references: References;
}

/** One block of a reply, sanitised. */
export const Block = memo(function Block({ node, closed, references }: BlockProps) {
  return closed ? blockElement(node, references) : render(node, references, openComponents);
});

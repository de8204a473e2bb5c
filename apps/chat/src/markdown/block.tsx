import { toJsxRuntime, type Components } from 'hast-util-to-jsx-runtime';
import type { RootContent } from 'mdast';
import { memo, type ComponentPropsWithoutRef, type ReactElement } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { blockTree } from './block-tree';
import { CodeBlock } from './code-block';
import { Quote } from './quote';
import type { References } from './references';
import { ReplyLink } from './reply-link';

/** A table scrolls inside itself: the page never does sideways. The focus makes that possible by keyboard. */
function ReplyTable({ dir, children }: ComponentPropsWithoutRef<'table'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- what scrolls must be reachable
    <div className="table" role="group" aria-label="Table" tabIndex={0} dir={dir}>
      <table>{children}</table>
    </div>
  );
}

/** The tick of a task: a fact, not a control. Its item says what it is about. */
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

interface Drawn {
  references: References;
  element: ReactElement;
}

/** What closed blocks are drawn as: those that scroll back into sight are what they were. */
const drawn = new WeakMap<RootContent, Drawn>();

function draw(node: RootContent, references: References, components: Partial<Components>) {
  return toJsxRuntime(blockTree(node, references), { Fragment, jsx, jsxs, components });
}

/** A block that no further text can change, sanitised. Worked out once. */
export function blockElement(node: RootContent, references: References): ReactElement {
  const before = drawn.get(node);
  if (before?.references === references) return before.element;
  const element = draw(node, references, closedComponents);
  drawn.set(node, { references, element });
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
  return closed ? blockElement(node, references) : draw(node, references, openComponents);
});

import { toJsxRuntime, type Components } from 'hast-util-to-jsx-runtime';
import type { RootContent } from 'mdast';
import {
  Children,
  createContext,
  isValidElement,
  memo,
  use,
  type ComponentPropsWithoutRef,
  type ReactElement,
  type ReactNode,
} from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { GrowingText, shownTree, type References } from '@homie/widgets/markdown';
import { TableScroller } from '../platform/table-scroller';
import { CodeBlock } from './code-block';
import { Quote } from './quote';
import { ReplyLink } from './reply-link';

function ReplyTable({ dir, children }: ComponentPropsWithoutRef<'table'>) {
  return (
    <TableScroller className="table" dir={dir}>
      <table>{children}</table>
    </TableScroller>
  );
}

/** The read-only checkbox of a task. The text of the item describes it. */
function ReplyTick({ checked }: ComponentPropsWithoutRef<'input'>) {
  return <input type="checkbox" aria-label="Done" checked={checked ?? false} disabled />;
}

/** Returns the blocks without the line breaks between them. */
const getBlocks = (children: ReactNode) =>
  Children.toArray(children).filter((child) => isValidElement(child));

/** Whether no further text can change the block. Not a property: other components would replace the rendered DOM. */
const IsClosed = createContext(true);

function ReplyCode({ children }: ComponentPropsWithoutRef<'pre'>) {
  return <CodeBlock code={children} closed={use(IsClosed)} />;
}

function ReplyQuote({ dir, children }: ComponentPropsWithoutRef<'blockquote'>) {
  return (
    <Quote dir={dir} closed={use(IsClosed)}>
      {getBlocks(children)}
    </Quote>
  );
}

const components: Partial<Components> = {
  a: ReplyLink,
  blockquote: ReplyQuote,
  input: ReplyTick,
  pre: ReplyCode,
  span: GrowingText,
  table: ReplyTable,
};

interface RenderedBlock {
  references: References;
  element: ReactElement;
}

/** The rendered elements of closed blocks, reused when they scroll back into view. */
const rendered = new WeakMap<RootContent, RenderedBlock>();

function render(node: RootContent, references: References) {
  return toJsxRuntime(shownTree(node, references), { Fragment, jsx, jsxs, components });
}

/** Returns the sanitised element of a block that no further text can change. Cached. */
export function blockElement(node: RootContent, references: References): ReactElement {
  const before = rendered.get(node);
  if (before?.references === references) return before.element;
  const element = render(node, references);
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
  return (
    <IsClosed value={closed}>
      {closed ? blockElement(node, references) : render(node, references)}
    </IsClosed>
  );
});

import { sanitize } from 'hast-util-sanitize';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import type { RootContent } from 'mdast';
import { toHast } from 'mdast-util-to-hast';
import { memo, type ComponentPropsWithoutRef } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { sanitizeSchema } from './sanitize-schema';

function ReplyLink({ href, title, children }: ComponentPropsWithoutRef<'a'>) {
  // Sanitising lets relative addresses pass; a reply has no business inside the product. The words stay.
  if (href === undefined || !/^(https?|mailto):/i.test(href)) return children;
  return (
    <a href={href} title={title} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** A table scrolls inside itself: the page never does sideways. The focus makes that possible by keyboard. */
function ReplyTable({ children }: ComponentPropsWithoutRef<'table'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable
    <section className="table" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </section>
  );
}

function ReplyCode({ children }: ComponentPropsWithoutRef<'pre'>) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable
  return <pre tabIndex={0}>{children}</pre>;
}

const components = { a: ReplyLink, table: ReplyTable, pre: ReplyCode };

/** One block of a reply. Raw HTML in the text is dropped, everything else is sanitised. */
export const Block = memo(function Block({ node }: { node: RootContent }) {
  const tree = sanitize(toHast({ type: 'root', children: [node] }), sanitizeSchema);
  return toJsxRuntime(tree, { Fragment, jsx, jsxs, components });
});

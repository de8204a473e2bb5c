import { IconCheck, IconCopy, type Elements } from '@homie/ui';
import { memo, type MouseEvent } from 'react';
import { useCopy } from '../platform/use-copy';
import { richText } from './clipboard/rich-text';

interface QuoteProps {
  dir: string | undefined;
  children: Elements;
  closed: boolean;
}

/** A quote with a copy button: it is often the text that the user wants to copy. */
export function Quote({ closed, dir, children }: QuoteProps) {
  return (
    <blockquote dir={dir}>
      {children}
      {closed && <CopyQuote />}
    </blockquote>
  );
}

const CopyQuote = memo(function CopyQuote() {
  const [copied, copy] = useCopy('Quote copied.');

  function copyQuote({ currentTarget }: MouseEvent) {
    const quote = document.createDocumentFragment();
    const { children = [] } = currentTarget.closest('blockquote') ?? {};
    quote.append(...Array.from(children, (child) => child.cloneNode(true)));
    copy(richText(quote));
  }
  return (
    <button type="button" aria-label="Copy quote" title="Copy quote" onClick={copyQuote}>
      {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
    </button>
  );
});

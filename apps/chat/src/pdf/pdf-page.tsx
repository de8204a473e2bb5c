import { Box } from '@homie/ui';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { renderPage } from './render-page';

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  number: number;
  /** CSS pixels per point. */
  scale: number;
  /** Size of the first page, in points: the estimate until the page has been rendered. */
  firstSize: { width: number; height: number };
  /** The page is on the screen, or next to it. Other pages are blank and take no memory. */
  isNear: boolean;
  /** Passage that is marked. */
  passage?: string | undefined;
  /** Called with the first mark when the page is rendered; with null if the page does not have the passage. */
  onRendered: (mark: HTMLElement | null) => void;
  /** Called when a link to a page is pressed. */
  onPageLink: (page: number) => void;
}

/** One page of a PDF. */
export function PdfPage(props: PdfPageProps) {
  const { pdf, number, scale, firstSize, isNear, passage } = props;
  const sheet = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(firstSize);
  const [hasFailed, setFailed] = useState(false);
  const onRendered = useEffectEvent(props.onRendered);
  const showPage = useEffectEvent(props.onPageLink);

  useEffect(() => {
    if (!isNear) return;
    const rendering = new AbortController();
    renderPage(pdf, number, { scale, passage, showPage, signal: rendering.signal }).then(
      ({ nodes, width, height, mark }) => {
        sheet.current?.replaceChildren(...nodes);
        setSize({ width, height });
        setFailed(false);
        onRendered(mark);
      },
      () => {
        if (!rendering.signal.aborted) setFailed(true);
      },
    );
    return () => rendering.abort();
  }, [pdf, number, scale, isNear, passage]);
  useEffect(() => {
    const element = sheet.current;
    return isNear ? () => element?.replaceChildren() : undefined;
  }, [isNear]);

  return (
    <Box
      as="article"
      aria-label={`Page ${number}${passage === undefined ? '' : ', with the cited passage'}`}
      data-page={number}
      position="relative"
      flexShrink="0"
      bg="white"
      css={sheetStyle}
      style={{ width: size.width * scale, height: size.height * scale }}
    >
      <div ref={sheet} />
      {hasFailed && (
        <Box padding="4" css={{ color: '#27231D' }}>
          This page could not be shown. Press Show text to read it.
        </Box>
      )}
    </Box>
  );
}

/** The rules that the text layer of PDF.js needs, from its `pdf_viewer.css`. */
const sheetStyle = {
  outline: '1px solid',
  outlineColor: 'border.default',
  marginInline: 'auto',
  '& canvas': { display: 'block', width: 'full', height: 'full', position: 'absolute', inset: '0' },
  '& .text': {
    position: 'absolute',
    inset: '0',
    overflow: 'clip',
    lineHeight: '1',
    textAlign: 'initial',
    mixBlendMode: 'multiply',
    textSizeAdjust: 'none',
    forcedColorAdjust: 'none',
    transformOrigin: '0 0',
    '--min-font-size': '1',
    '--text-scale-factor': 'calc(var(--total-scale-factor) * var(--min-font-size))',
    '--min-font-size-inv': 'calc(1 / var(--min-font-size))',
    '--scale-round-x': '1px',
    '--scale-round-y': '1px',
  },
  '& .text :is(span, br)': {
    position: 'absolute',
    color: 'transparent',
    whiteSpace: 'pre',
    cursor: 'text',
    transformOrigin: '0 0',
  },
  '& .text > :not(.markedContent), & .text .markedContent span:not(.markedContent)': {
    '--font-height': '0',
    '--scale-x': '1',
    '--rotate': '0deg',
    fontSize: 'calc(var(--text-scale-factor) * var(--font-height))',
    transform: 'rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv))',
  },
  '& .text .markedContent': { display: 'contents' },
  // The page is white in both themes.
  '& :is(a, button)': {
    position: 'absolute',
    cursor: 'pointer',
    mixBlendMode: 'multiply',
    outlineColor: '#1F7A66',
    outlineOffset: '0',
  },
  '& :is(a, button):hover': { background: '#DCEBF5' },
  '& .text mark': { color: 'transparent', background: '#BFE5D3', borderRadius: '2px' },
  '& .text ::selection': { background: '#A9CBE6' },
} as const;

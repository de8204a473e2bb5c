import { Box, Flex, Text } from '@homie/ui';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { scrollToCentre } from '../platform/scroll-to-centre';
import { PdfPage } from './pdf-page';
import { PdfToolbar } from './pdf-toolbar';
import type { CitedPassage } from './cited-passage';
import { usePagePositions } from './use-page-positions';

/** Between the pages and the edge, in CSS pixels. */
const GAP = 8;
const NARROWEST = 100;

interface PdfPagesProps {
  pdf: PDFDocumentProxy;
  firstSize: { width: number; height: number };
  cited: CitedPassage | undefined;
}

/** All pages of an open PDF in one scroll area, which starts at the cited passage. */
export function PdfPages({ pdf, firstSize, cited }: PdfPagesProps) {
  const area = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const [isMissing, setMissing] = useState(false);
  const isAtPassage = useRef(false);
  const width = useWidth(area);
  const scale = (Math.max(NARROWEST, width - 2 * GAP) / firstSize.width) * zoom;
  const { current, near } = usePagePositions(area);
  useRetainedPosition(area, width > 0 ? scale : null);

  function showPage(number: number) {
    const page = area.current?.querySelector<HTMLElement>(`[data-page="${number}"]`);
    if (area.current && page) area.current.scrollTop = page.offsetTop - GAP;
  }
  useLayoutEffect(() => {
    if (cited && width > 0 && !isAtPassage.current) showPage(cited.page);
  }, [cited, width]);

  /** Shows the page that a link of another page leads to. Its link may not stay: the focus moves to the area. */
  function followLink(page: number) {
    showPage(page);
    area.current?.focus({ preventScroll: true });
  }

  function showMark(mark: HTMLElement | null) {
    setMissing(mark === null);
    if (isAtPassage.current || mark === null) return;
    isAtPassage.current = true;
    scrollToCentre(mark);
    // The end of the page before would take the space of the passage.
    const page = mark.closest<HTMLElement>('[data-page]');
    if (area.current && page)
      area.current.scrollTop = Math.max(area.current.scrollTop, page.offsetTop - GAP);
  }

  return (
    <Flex flexDirection="column" height="full" gap="2">
      <PdfToolbar page={current} pages={pdf.numPages} {...{ zoom, setZoom, showPage }} />
      {isMissing && (
        <Text as="output" size="sm" tone="muted">
          {`The cited passage is on page ${cited?.page}, but could not be marked there.`}
        </Text>
      )}
      <Box
        as="section"
        ref={area}
        aria-label="Pages"
        tabIndex={0}
        position="relative"
        flex="1"
        minHeight="0"
        overflow="auto"
        bg="bg.muted"
        borderRadius="md"
      >
        <Flex
          flexDirection="column"
          width="max-content"
          minWidth="full"
          style={{ padding: GAP, gap: GAP }}
        >
          {Array.from({ length: pdf.numPages }, (_, index) => index + 1).map((number) => (
            <PdfPage
              key={number}
              {...{ pdf, number, scale, firstSize }}
              isNear={width > 0 && near.has(number)}
              passage={number === cited?.page ? cited.text : undefined}
              onRendered={number === cited?.page && cited.text !== undefined ? showMark : ignore}
              onPageLink={followLink}
            />
          ))}
        </Flex>
      </Box>
    </Flex>
  );
}

function ignore() {}

/** Returns the width of an element without its scroll bar; 0 until it is known. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    const measure = () => setWidth(target.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Retains the position in the text when the scale changes. It is null until the width is known. */
function useRetainedPosition(area: RefObject<HTMLElement | null>, scale: number | null) {
  const before = useRef(scale);
  useLayoutEffect(() => {
    const element = area.current;
    const last = before.current;
    before.current = scale;
    if (!element || scale === null || last === null || last === scale) return;
    const middle = element.clientHeight / 2;
    element.scrollTo({ top: ((element.scrollTop + middle) * scale) / last - middle });
  }, [area, scale]);
}

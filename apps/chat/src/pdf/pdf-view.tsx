import { Box, LoadingState } from '@homie/ui';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CitedPassage } from './cited-passage';
import { describeProblem } from './describe-problem';
import { openPdf } from './open-pdf';
import { PdfPages } from './pdf-pages';

/** PDF.js measures text on a canvas that it adds to the page. */
const measuringStyle = '.hiddenCanvasElement{display:none}';

interface PdfViewProps {
  /** Requests a link to the file. A constant function. */
  getUrl: () => Promise<string>;
  cited?: CitedPassage | undefined;
  /** Called with the reason why the file cannot be shown. */
  onFailure: (reason: string) => void;
}

interface OpenPdf {
  pdf: PDFDocumentProxy;
  firstSize: { width: number; height: number };
}

/** The pages of a PDF. */
export function PdfView({ getUrl, cited, onFailure }: PdfViewProps) {
  const [open, setOpen] = useState<OpenPdf | null>(null);
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    const opening = new AbortController();
    readFirstPage(getUrl, opening.signal).then(
      (opened) => {
        if (!opening.signal.aborted) setOpen(opened);
      },
      (error: unknown) => {
        if (!opening.signal.aborted) fail(describeProblem(error));
      },
    );
    return () => opening.abort();
  }, [getUrl]);
  return open === null ? (
    <LoadingState label="Loading the pages..." />
  ) : (
    <Box height="full">
      <style>{measuringStyle}</style>
      <PdfPages {...open} cited={cited} />
    </Box>
  );
}

async function readFirstPage(getUrl: () => Promise<string>, signal: AbortSignal): Promise<OpenPdf> {
  const pdf = await openPdf(getUrl, signal);
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
  return { pdf, firstSize: { width, height } };
}

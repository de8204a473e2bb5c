import type { Allowance } from './allowance.ts';
import type { ExtractedFile, TextPart } from './extracted-file.ts';
import { noTextInPages, onlyFirst } from './notes.ts';

/** The minimum gap between two lines that starts a paragraph, as a multiple of the letter height. */
const PARAGRAPH_GAP = 1.7;

/** A text item of pdf.js; items of marked content have no text. */
interface TextItem {
  str: string;
  hasEOL: boolean;
  height: number;
  /** A matrix of six numbers; the last is the vertical position on the page. */
  transform: unknown[];
}

/** Extracts the text of a PDF page by page, in the order in which the file stores it. */
export async function extractPdf(
  name: string,
  bytes: Uint8Array,
  allowance: Allowance,
): Promise<ExtractedFile> {
  const { getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(bytes, {
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    isImageDecoderSupported: false,
    isOffscreenCanvasSupported: false,
  });
  try {
    const parts: TextPart[] = [];
    const last = Math.min(pdf.numPages, allowance.limits.pages);
    let read = 0;
    for (; read < last && !allowance.isSpent && !allowance.isOutOfTime; read += 1) {
      const page = await pdf.getPage(read + 1);
      const { items } = await page.getTextContent();
      const text = allowance.take(pageText(items.filter((item) => 'str' in item)));
      if (text.trim() !== '') parts.push({ text: `${text}\n\n`, location: { page: read + 1 } });
      page.cleanup();
      allowance.report((read + 1) / last);
      await allowance.breathe();
    }
    const notes = read < pdf.numPages ? [onlyFirst(read, 'pages', name)] : [];
    if (parts.length === 0 && read > 0) notes.unshift(noTextInPages(name));
    return { parts, tables: [], notes };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

function pageText(items: readonly TextItem[]): string {
  let text = '';
  let before: { bottom: number; height: number } | undefined;
  for (const { str, hasEOL, height, transform } of items) {
    const bottom = Number(transform[5]);
    if (str.trim() !== '') {
      const gap = before === undefined ? 0 : before.bottom - bottom;
      if (before && text.endsWith('\n') && gap > PARAGRAPH_GAP * Math.max(before.height, height))
        text += '\n';
      before = { bottom, height };
    }
    text += hasEOL ? `${str}\n` : str;
  }
  return text.trim();
}

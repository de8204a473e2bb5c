import type { Allowance } from './allowance.ts';
import type { ExtractedFile, ReadCharacterMap, TextPart } from './extracted-file.ts';
import { noTextInPages, onlyFirst, pagesWithoutText, unknownFonts } from './notes.ts';
import { characterMaps } from './pdf-character-maps.ts';
import { fieldPieces } from './pdf-fields.ts';
import { layOutPage, type TextPiece } from './pdf-layout.ts';

/** A text item of pdf.js; items of marked content have no text. */
interface TextItem {
  str: string;
  dir: string;
  width: number;
  height: number;
  /** A matrix of six numbers. */
  transform: unknown[];
}

type Matrix = readonly number[];

/** Extracts the text of a PDF page by page, as a person reads it, with the values of its form fields. */
export async function extractPdf(
  name: string,
  bytes: Uint8Array,
  allowance: Allowance,
  { readCharacterMap }: { readCharacterMap?: ReadCharacterMap },
): Promise<ExtractedFile> {
  const { getDocumentProxy } = await import('unpdf');
  let isFontUnknown = false;
  const pdf = await getDocumentProxy(bytes, {
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    isImageDecoderSupported: false,
    isOffscreenCanvasSupported: false,
    BinaryDataFactory: characterMaps(readCharacterMap, () => (isFontUnknown = true)),
  });
  try {
    const parts: TextPart[] = [];
    const blank: number[] = [];
    const last = Math.min(pdf.numPages, allowance.limits.pages);
    let read = 0;
    for (; read < last && !allowance.isSpent && !allowance.isOutOfTime; read += 1) {
      const page = await pdf.getPage(read + 1);
      const { items } = await page.getTextContent();
      const annotations = await page.getAnnotations();
      const { transform } = page.getViewport({ scale: 1 });
      const pageText = textOfPage(
        // A character without a map is a NUL.
        items.flatMap((item) =>
          'str' in item ? [{ ...item, str: item.str.replaceAll('\0', '') }] : [],
        ),
        annotations,
        transform as number[],
      );
      const text = allowance.take(pageText);
      if (text.trim() !== '') parts.push({ text: `${text}\n\n`, location: { page: read + 1 } });
      else if (pageText === '') blank.push(read + 1);
      page.cleanup();
      allowance.report((read + 1) / last);
      await allowance.breathe();
    }
    const notes = read < pdf.numPages ? [onlyFirst(read, 'pages', name)] : [];
    if (isFontUnknown) notes.unshift(unknownFonts(name));
    if (parts.length === 0 && read > 0) notes.unshift(noTextInPages(name));
    else if (blank.length > 0) notes.push(pagesWithoutText(blank, name));
    return { parts, tables: [], notes };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

function textOfPage(
  items: readonly TextItem[],
  annotations: Parameters<typeof fieldPieces>[0],
  viewport: Matrix,
): string {
  const pieces: TextPiece[] = [];
  const turned: string[] = [];
  let isAfterSpace = false;
  let isVertical = false;
  for (const item of items) {
    if (item.str.trim() === '') {
      isAfterSpace ||= item.str !== '';
      continue;
    }
    const piece = toPiece(item, viewport, isAfterSpace);
    isVertical ||= item.dir === 'ttb';
    isAfterSpace = /\s$/.test(item.str);
    if (piece) pieces.push(piece);
    else turned.push(item.str.trim());
  }
  // Columns of vertical writing are in the file as they are read.
  if (isVertical)
    return items
      .map(({ str }) => str)
      .join('\n')
      .trim();
  const fields = fieldPieces(annotations, pieces, (rectangle) => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rectangle;
    const [a, b] = [apply(viewport, x1, y1), apply(viewport, x2, y2)];
    return {
      left: Math.min(a.x, b.x),
      right: Math.max(a.x, b.x),
      top: Math.min(a.y, b.y),
      bottom: Math.max(a.y, b.y),
    };
  });
  const upright = layOutPage([...pieces, ...fields]);
  return [upright, turned.join(' ')].filter((text) => text !== '').join('\n\n');
}

/** @returns undefined for a text that is turned on the page, such as a note at its margin */
function toPiece(
  { str, dir, width, height, transform }: TextItem,
  viewport: Matrix,
  isAfterSpace: boolean,
): TextPiece | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = transform.map(Number);
  const { x, y } = apply(viewport, e, f);
  const origin = apply(viewport, 0, 0);
  const direction = apply(viewport, a, b);
  const [dx, dy] = [direction.x - origin.x, direction.y - origin.y];
  if (Math.abs(dy) > Math.abs(dx) * 0.1 || dx < 0) return undefined;
  return {
    text: str,
    left: x,
    right: x + width,
    bottom: y,
    height: height || Math.hypot(c, d) || 1,
    isRightToLeft: dir === 'rtl',
    isAfterSpace: isAfterSpace || /^\s/.test(str),
  };
}

function apply([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix, x: number, y: number) {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

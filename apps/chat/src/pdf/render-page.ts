import { TextLayer, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { findPassage } from './find-passage';
import { readLinks } from './read-links';

/** Pixels of a page: browsers show nothing, or crash, if a canvas is larger. */
const CANVAS_PIXELS_MAX = 2 ** 24;

interface PageOptions {
  /** CSS pixels per point. */
  scale: number;
  /** Passage that is marked. */
  passage: string | undefined;
  /** Called when a link to a page is pressed, with its number. */
  showPage: (page: number) => void;
  signal: AbortSignal;
}

/** A rendered page. */
export interface RenderedPage {
  /** Picture of the page; its text above, which is invisible but can be selected and is read out; its links. */
  nodes: HTMLElement[];
  /** In points. */
  width: number;
  height: number;
  /** First mark of the passage; null if the page does not have it. */
  mark: HTMLElement | null;
}

/**
 * Renders a page as a picture with selectable text and links.
 * @param number from 1
 * @throws when aborted; the error of PDF.js
 */
export async function renderPage(
  pdf: PDFDocumentProxy,
  number: number,
  { scale, passage, showPage, signal }: PageOptions,
): Promise<RenderedPage> {
  const page = await pdf.getPage(number);
  signal.throwIfAborted();
  const viewport = page.getViewport({ scale });
  const { width, height } = viewport;
  const density = Math.min(devicePixelRatio, Math.sqrt(CANVAS_PIXELS_MAX / (width * height)));
  const canvas = document.createElement('canvas');
  canvas.ariaHidden = 'true';
  canvas.width = Math.floor(width * density);
  canvas.height = Math.floor(height * density);
  const rendering = page.render({
    canvas,
    viewport,
    transform: [canvas.width / width, 0, 0, canvas.height / height, 0, 0],
  });
  const container = document.createElement('div');
  container.className = 'text';
  container.style.setProperty('--total-scale-factor', String(scale));
  // Not `getTextContent`: WebKit 2.50 cannot iterate its stream.
  const layer = new TextLayer({
    textContentSource: page.streamTextContent(),
    container,
    viewport,
  });
  const stop = () => {
    rendering.cancel();
    layer.cancel();
  };
  signal.addEventListener('abort', stop, { once: true });
  let links: HTMLElement[];
  try {
    [links] = await Promise.all([
      readLinks(pdf, page, viewport, showPage),
      rendering.promise,
      layer.render(),
    ]);
  } finally {
    signal.removeEventListener('abort', stop);
    page.cleanup();
  }
  signal.throwIfAborted();
  return {
    nodes: [canvas, container, ...links],
    width: width / scale,
    height: height / scale,
    mark: passage === undefined ? null : markPassage(layer, passage),
  };
}

/** Marks a passage, and returns the first of its marks. */
function markPassage({ textDivs, textContentItemsStr }: TextLayer, passage: string) {
  let first: HTMLElement | null = null;
  for (const { index, start, end } of findPassage(textContentItemsStr, passage)) {
    const text = textContentItemsStr[index] ?? '';
    const mark = document.createElement('mark');
    mark.textContent = text.slice(start, end);
    textDivs[index]?.replaceChildren(text.slice(0, start), mark, text.slice(end));
    first ??= mark;
  }
  return first;
}

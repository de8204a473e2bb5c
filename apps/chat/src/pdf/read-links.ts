import type { PageViewport, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The parts of a link that are used: PDF.js types annotations as `any`. */
interface LinkAnnotation {
  subtype: string;
  rect: number[];
  /** Set if PDF.js accepts the address. */
  url?: string;
  /** A place of the document, or its name. */
  dest?: unknown;
}

/**
 * Returns the links of a page, as elements that lie over its text: a web link opens in a new tab, another one shows a
 * page of the document. What would run a program or open a file is left out.
 * @param showPage called with the number of a page, from 1
 */
export async function readLinks(
  pdf: PDFDocumentProxy,
  page: PDFPageProxy,
  viewport: PageViewport,
  showPage: (page: number) => void,
): Promise<HTMLElement[]> {
  const annotations = (await page.getAnnotations()) as LinkAnnotation[];
  const links = annotations
    .filter(({ subtype }) => subtype === 'Link')
    .map(async ({ rect, url, dest }) => {
      const link = url === undefined ? await linkToPage(pdf, dest, showPage) : linkToWebsite(url);
      if (link) cover(link, rect, viewport);
      return link;
    });
  return (await Promise.all(links)).filter((link) => link !== null);
}

/** @returns null if the address is none of a website, mail or telephone */
function linkToWebsite(url: string): HTMLElement | null {
  if (!/^(https?|mailto|tel):/i.test(url)) return null;
  const link = document.createElement('a');
  link.href = url;
  link.title = url;
  link.rel = 'noopener noreferrer';
  if (/^http/i.test(url)) {
    link.target = '_blank';
    link.ariaLabel = `${url} (opens in a new tab)`;
  }
  return link;
}

/** @returns null if the document has no such place */
async function linkToPage(
  pdf: PDFDocumentProxy,
  dest: unknown,
  showPage: (page: number) => void,
): Promise<HTMLElement | null> {
  const number = await findPage(pdf, dest).catch(() => null);
  if (number === null) return null;
  const link = document.createElement('button');
  link.type = 'button';
  link.ariaLabel = `Page ${number}`;
  link.addEventListener('click', () => showPage(number));
  return link;
}

/** @returns the number of the page that contains a place, from 1 */
async function findPage(pdf: PDFDocumentProxy, dest: unknown): Promise<number | null> {
  const place: unknown = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
  const page: unknown = Array.isArray(place) ? place[0] : undefined;
  if (typeof page === 'number') return page + 1;
  if (typeof page !== 'object' || page === null) return null;
  return (await pdf.getPageIndex(page as Parameters<typeof pdf.getPageIndex>[0])) + 1;
}

/** Places a link in percent of the page, so that it fits any zoom. */
function cover(link: HTMLElement, rect: number[], viewport: PageViewport): void {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = viewport.convertToViewportRectangle(rect) as number[];
  const { width, height } = viewport;
  Object.assign(link.style, {
    left: `${(Math.min(x1, x2) / width) * 100}%`,
    top: `${(Math.min(y1, y2) / height) * 100}%`,
    width: `${(Math.abs(x2 - x1) / width) * 100}%`,
    height: `${(Math.abs(y2 - y1) / height) * 100}%`,
  });
}

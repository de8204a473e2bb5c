const SLASH = 0x2f;
const HASH = 0x23;
const LONGEST = 32;
/** The characters that end a name: white space and delimiters. */
export const PDF_ENDS: ReadonlySet<number> = new Set(
  Array.from('\0\t\n\f\r ()<>[]{}/%', (character) => character.charCodeAt(0)),
);

/** A name in a PDF, and its end offset. */
export interface PdfName {
  name: string;
  end: number;
}

/**
 * Finds and decodes the names in a PDF, such as `/Like#20this`. Searches everywhere, because readers differ in what
 * they treat as text, comment or compressed data.
 * @param to the end offset of the search; a name may extend beyond it
 */
export function* pdfNames(bytes: Uint8Array, from: number, to: number): Generator<PdfName> {
  let at = bytes.indexOf(SLASH, from);
  while (at >= 0 && at < to) {
    const read = readPdfName(bytes, at + 1);
    yield read;
    at = bytes.indexOf(SLASH, read.end);
  }
}

/** Reads the name at an offset, after its slash. */
export function readPdfName(bytes: Uint8Array, start: number): PdfName {
  let name = '';
  let at = start;
  while (at < bytes.length && name.length < LONGEST) {
    const byte = bytes[at] ?? 0;
    if (PDF_ENDS.has(byte)) break;
    const hex = byte === HASH ? hexPair(bytes[at + 1], bytes[at + 2]) : undefined;
    name += String.fromCharCode(hex ?? byte);
    at += hex === undefined ? 1 : 3;
  }
  return { name, end: at };
}

function hexPair(high: number | undefined, low: number | undefined): number | undefined {
  const text = String.fromCharCode(high ?? 0, low ?? 0);
  return /^[0-9a-f]{2}$/i.test(text) ? Number.parseInt(text, 16) : undefined;
}

/** Decodes the names in a piece of a PDF, for comparison. */
export function decodedNames(text: string): string {
  return text.replace(/#([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

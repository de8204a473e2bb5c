import { zipSync, type Zippable } from 'fflate';

const MAIN_TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
} as const;
const MAIN_PARTS = { docx: 'word/document.xml', xlsx: 'xl/workbook.xml' } as const;

export type Bytes = Uint8Array<ArrayBuffer>;

/** Encodes a text as UTF-8. */
export function encodeUtf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/** Encodes each character as one byte, like Latin-1. */
export function latin1(text: string): Bytes {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Builds a ZIP archive. */
export function zipFile(entries: Zippable): Bytes {
  return zipSync(entries);
}

/** Builds a DOCX or XLSX file with additional parts, by part name. */
export function officeFile(
  kind: 'docx' | 'xlsx',
  parts: Zippable = {},
  mainType: string = MAIN_TYPES[kind],
): Bytes {
  const types =
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    `<Override PartName="/${MAIN_PARTS[kind]}" ContentType="${mainType}"/></Types>`;
  return zipFile({
    '[Content_Types].xml': encodeUtf8(types),
    '_rels/.rels': encodeUtf8('<Relationships/>'),
    [MAIN_PARTS[kind]]: encodeUtf8('<body>Quiet after ten.</body>'),
    ...parts,
  });
}

/** Builds a Word document with these parts in addition to, or in place of, its own. */
export const docx = (parts?: Parameters<typeof officeFile>[1]) => officeFile('docx', parts);

/** Returns a part that is stored without compression. */
export const stored = (bytes: Bytes): [Bytes, { level: 0 }] => [bytes, { level: 0 }];

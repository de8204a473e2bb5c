import { zipSync, type Zippable } from 'fflate';

const MAIN_TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
} as const;
const MAIN_PARTS = { docx: 'word/document.xml', xlsx: 'xl/workbook.xml' } as const;

export type Bytes = Uint8Array<ArrayBuffer>;

/** The text of a file as bytes. */
export function bytesOf(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/** Each character a byte, whatever it means. */
export function latin1(text: string): Bytes {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** An archive of any entries. */
export function zipFile(entries: Zippable): Bytes {
  return zipSync(entries);
}

/** A document of today's Office with what else is given, by the name of the part. */
export function officeFile(
  kind: 'docx' | 'xlsx',
  parts: Zippable = {},
  mainType: string = MAIN_TYPES[kind],
): Bytes {
  const types =
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    `<Override PartName="/${MAIN_PARTS[kind]}" ContentType="${mainType}"/></Types>`;
  return zipFile({
    '[Content_Types].xml': bytesOf(types),
    '_rels/.rels': bytesOf('<Relationships/>'),
    [MAIN_PARTS[kind]]: bytesOf('<body>Quiet after ten.</body>'),
    ...parts,
  });
}

/** A Word document with these parts beside or in place of its own. */
export const docx = (parts?: Parameters<typeof officeFile>[1]) => officeFile('docx', parts);

/** A part that is stored as it is. */
export const stored = (bytes: Bytes): [Bytes, { level: 0 }] => [bytes, { level: 0 }];

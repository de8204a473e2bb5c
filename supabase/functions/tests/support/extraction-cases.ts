import { utils, write } from '@e965/xlsx';
import { extractFile } from '../../_shared/domain/extract/extract-file.ts';
import type { FileToExtract } from '../../_shared/domain/extract/extracted-file.ts';
import type { ExtractedFile } from '../../_shared/domain/extract/extracted-file.ts';
import {
  paragraph,
  pdfDocument,
  wordDocument,
  workbook,
} from '../../_shared/domain/extract/testing/documents.ts';
import { readingCases } from '../../_shared/domain/extract/testing/reading-cases.ts';
import { encodeUtf8, latin1 } from '../../_shared/domain/scan/testing/office-files.ts';

const rows = [
  ['Name', 'Amount'],
  ['Zoë & 日本', 1.5],
];

/** Creates one file of each kind, some that cannot be read, and those that are read as they are shown. */
function files(): FileToExtract[] {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Old');
  const old = new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer);
  return [
    { name: 'a.pdf', bytes: pdfDocument([['Caf\u00e9'], ['Rent is due.']]) },
    { name: 'scan.pdf', bytes: pdfDocument([[]]) },
    { name: 'a.docx', bytes: wordDocument(paragraph('Pets', 'Heading1') + paragraph('Zoë 日本')) },
    { name: 'a.xlsx', bytes: workbook({ Costs: rows }) },
    { name: 'a.xls', bytes: old },
    { name: 'a.csv', bytes: encodeUtf8('Name;Amount\r\n"Zoë; 日本";2\r\n') },
    { name: 'a.txt', bytes: encodeUtf8('\ufeffZoë\n\n日本 👍') },
    { name: 'old.txt', bytes: latin1('Caf\u00e9 \u0093hi\u0094') },
    { name: 'broken.pdf', bytes: encodeUtf8('no PDF') },
    { name: 'broken.xlsx', bytes: encodeUtf8('no archive') },
    ...readingCases,
  ];
}

/** Extracts all files in this process. */
export async function readCases(): Promise<ExtractedFile[]> {
  const read: ExtractedFile[] = [];
  for (const file of files()) read.push(await extractFile(file));
  return read;
}

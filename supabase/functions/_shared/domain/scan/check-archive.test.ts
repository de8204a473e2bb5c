import { expect, test } from 'vitest';
import { checkArchive } from './check-archive.ts';
import { Refused, type REASONS } from './refused.ts';
import {
  encodeUtf8,
  docx,
  latin1,
  officeFile,
  stored,
  zipFile,
  type Bytes,
} from './testing/office-files.ts';

const check = (bytes: Bytes, kind: 'docx' | 'xlsx' | 'txt' = 'docx') =>
  checkArchive({ kind, bytes });
const MEGABYTE = 1024 * 1024;

test.each<[string, keyof typeof REASONS, Bytes]>([
  ['data of macros', 'macros', docx({ 'word/vbaData.xml': encodeUtf8('x') })],
  ['an object of any name', 'embedded', docx({ oleObject: encodeUtf8('x') })],
  ['a control in a folder of its own', 'embedded', docx({ 'activeX/a.xml': encodeUtf8('x') })],
  ['a program of Linux', 'embedded', docx({ 'a.png': latin1('\u007fELF') })],
  ['an archive of 7-Zip', 'embedded', docx({ 'a.png': latin1("7z\u00bc\u00af'\u001c") })],
  ['an archive of RAR', 'embedded', docx({ 'a.png': latin1('Rar!\u001a\u0007') })],
  ['a PDF', 'embedded', docx({ 'a.png': latin1('%PDF-1.7') })],
  [
    'a list of relations that is too long',
    'tooMuch',
    docx({ 'a.rels': new Uint8Array(4 * MEGABYTE + 1).fill(32) }),
  ],
  ['a link to a program', 'elsewhere', docx({ 'externalLinks/a.xml': encodeUtf8('<ddeLink/>') })],
  ['a link to a program elsewhere', 'elsewhere', docx({ 'word/a.xml': encodeUtf8('<ddeLink/>') })],
  [
    'a relation in capital letters',
    'elsewhere',
    docx({ 'A.RELS': encodeUtf8('<Relationship Type="/image" TargetMode="External"/>') }),
  ],
  [
    'a document without types in it',
    'embedded',
    docx({ 'a.docx': stored(zipFile({ 'a.xml': encodeUtf8('<a/>') })) }),
  ],
  [
    'a program in a document in it',
    'embedded',
    docx({ 'a.docx': stored(docx({ 'a.png': latin1('MZ\u0090\0') })) }),
  ],
])('a document with %s is refused as %s', async (_, reason, bytes) => {
  await expect(check(bytes)).rejects.toThrow(new Refused(reason));
});

test.each<[string, Bytes]>([
  ['a picture that names a magic later', docx({ 'a.png': latin1('\u0089PNG %PDF-') })],
  ['a list of relations of 4 MB', docx({ 'a.rels': new Uint8Array(4 * MEGABYTE).fill(32) })],
  [
    'a workbook of more than 4 MB in it',
    docx({
      'a.xlsx': stored(officeFile('xlsx', { 'a.bin': stored(new Uint8Array(5 * MEGABYTE)) })),
    }),
  ],
])('a document with %s passes', async (_, bytes) => {
  await expect(check(bytes)).resolves.toBeUndefined();
});

test('an embedded document is limited to 10 MB', async () => {
  const inner = officeFile('xlsx', { 'a.bin': stored(new Uint8Array(10 * MEGABYTE)) });
  await expect(check(docx({ 'a.xlsx': stored(inner) }))).rejects.toThrow(new Refused('tooMuch'));
});

test('files of other types are skipped', async () => {
  await expect(check(latin1('x'), 'txt')).resolves.toBeUndefined();
});

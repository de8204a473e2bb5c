import { expect, test } from 'vitest';
import {
  attachmentSchema,
  attachmentsSchema,
  claimedKind,
  FILE_TYPES,
  isAcceptedFileType,
  isScanPassed,
} from './attachments.ts';
import { refusals } from './testing/refusals.ts';

const attachment = {
  name: 'lease.pdf',
  size: 12,
  mime: 'application/pdf',
  sha256: 'a'.repeat(64),
  supabasePath: 'attachments/1',
};

test('DATA-10 an attachment has name, size, mime, sha256, supabasePath and openaiFileId', () => {
  expect(attachmentSchema.parse({ ...attachment, owner: 'x' })).toEqual({
    ...attachment,
    openaiFileId: null,
  });
});

test('RULE-14 PDF, CSV, XLSX, XLS, TXT and DOCX are accepted and no others', () => {
  expect(Object.keys(FILE_TYPES).toSorted()).toEqual(['csv', 'docx', 'pdf', 'txt', 'xls', 'xlsx']);
  const accepted = [
    ['a.pdf', 'application/pdf'],
    ['a.CSV', 'text/csv'],
    ['a.csv', 'application/vnd.ms-excel'],
    ['a.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['a.xls', 'application/vnd.ms-excel'],
    ['a.txt', 'text/plain; charset=utf-8'],
    ['a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a.docx', ''],
  ] as const;
  const refused = [
    ['a.png', 'image/png'],
    ['a.md', 'text/plain'],
    ['a.md', 'text/markdown'],
    ['a.md', ''],
    ['a.pdf', 'text/html'],
    ['a.exe', 'application/pdf'],
    ['a.pdf.html', ''],
    ['pdf', 'application/pdf'],
    ['a.constructor', ''],
  ] as const;
  const isAccepted = ([name, mime]: readonly [string, string]) =>
    isAcceptedFileType({ name, mime });
  expect(accepted.filter((file) => !isAccepted(file))).toEqual([]);
  expect(refused.filter(isAccepted)).toEqual([]);
});

test.each([
  ['a.csv', 'text/comma-separated-values'],
  ['a.csv', 'text/x-csv'],
  ['a.csv', 'text/plain'],
  ['a.csv', 'application/octet-stream'],
  ['a.txt', 'application/octet-stream'],
  ['a.txt', 'binary/octet-stream'],
  ['a.pdf', 'application/x-pdf'],
  ['a.pdf', 'Application/Octet-Stream; name=a.pdf'],
  ['a.pdf', '*/*'],
  ['a.xls', 'application/x-msexcel'],
  ['a.xlsx', 'application/vnd.ms-excel'],
  ['a.xlsx', 'application/zip'],
  ['a.docx', 'application/msword'],
  ['a.docx', 'application/x-zip-compressed'],
  ['a.docx', 'application/force-download'],
])('EXTRACT-07 accepts %s as %s, which phones and old systems send', (name, mime) => {
  expect(isAcceptedFileType({ name, mime })).toBe(true);
});

test.each([
  ['a.exe', 'application/octet-stream'],
  ['a.zip', 'application/zip'],
  ['a.pdf', 'application/zip'],
  ['a.csv', 'text/html'],
  ['a.docx', 'application/vnd.ms-excel'],
  ['a.pdf', 'application/x-octet-streams'],
])('EXTRACT-07 refuses %s as %s', (name, mime) => {
  expect(isAcceptedFileType({ name, mime })).toBe(false);
});

test.each(['', 'pdf', '.', 'a.', 'a.exe', 'a.pdf.exe', 'a.pdf ', 'a.constructor'])(
  'the name "%s" has no known file type',
  (name) => {
    expect(claimedKind(name)).toBeUndefined();
  },
);

test("RULE-16 only the scan result 'clean' is accepted", () => {
  expect(isScanPassed('clean')).toBe(true);
  for (const status of ['pending', 'blocked', 'error', 'CLEAN', '', null, undefined, true]) {
    expect(isScanPassed(status)).toBe(false);
  }
});

test("LIMIT-11 a file has at most 26214400 bytes, else 'File too large (max 25 MB).'", () => {
  expect(refusals(attachmentSchema, { ...attachment, size: 26_214_400 })).toEqual([]);
  expect(refusals(attachmentSchema, { ...attachment, size: 26_214_401 })).toEqual([
    'File too large (max 25 MB).',
  ]);
});

test("LIMIT-12 files have at most 62914560 bytes together, else 'Total file size exceeds 60MB limit.'", () => {
  const three = [26_214_400, 26_214_400, 10_485_760].map((size) => ({ ...attachment, size }));
  expect(refusals(attachmentsSchema, three)).toEqual([]);
  expect(refusals(attachmentsSchema, [...three, { ...attachment, size: 1 }])).toEqual([
    'Total file size exceeds 60MB limit.',
  ]);
});

test("EXTRACT-05 a message accepts four files, and five are refused with 'Limit is 4 files per message.'", () => {
  expect(refusals(attachmentsSchema, Array(4).fill(attachment))).toEqual([]);
  expect(refusals(attachmentsSchema, Array(5).fill(attachment))).toEqual([
    'Limit is 4 files per message.',
  ]);
});

import fc from 'fast-check';
import { deflateSync } from 'fflate';
import { expect, test } from 'vitest';
import { REASONS } from './refused.ts';
import { scanFile } from './scan-file.ts';
import { changed, findOffset } from './testing/changed-bytes.ts';
import { compoundFile, manyWorkbooks } from './testing/compound-files.ts';
import { slowToFilter } from './testing/hostile-files.ts';
import {
  encodeUtf8,
  docx,
  latin1,
  officeFile,
  stored,
  type Bytes,
} from './testing/office-files.ts';
import { concatBytes, packedObjects, pdfFile } from './testing/pdf-files.ts';

const LIARS = ['a.pdf', 'a.docx', 'a.xlsx', 'a.xls'];
const errorsOf = async (name: string, bytes: Bytes) => {
  const errors: unknown[] = [];
  const verdict = await scanFile({ name, bytes }, { onError: (error) => errors.push(error) });
  return { verdict, errors };
};

test('random bytes never pass as a document, and no check throws unexpectedly', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 2_000 }),
      fc.constantFrom(...LIARS),
      async (bytes, name) => {
        const magics: Record<string, number[]> = {
          'a.pdf': Array.from(latin1('%PDF-1.7')),
          'a.docx': Array.from(latin1('PK\u0003\u0004')),
          'a.xlsx': Array.from(latin1('PK\u0003\u0004')),
          'a.xls': Array.from(compoundFile().subarray(0, 80)),
        };
        for (const start of [[], magics[name] ?? []]) {
          const { verdict, errors } = await errorsOf(name, Uint8Array.from([...start, ...bytes]));
          expect(errors).toEqual([]);
          expect(verdict.status).toBe('blocked');
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('no check throws unexpectedly on a document with a changed byte range', async () => {
  const documents: readonly [string, Bytes][] = [
    ['a.pdf', pdfFile([packedObjects('5 0 << /Type /Page >>')])],
    ['a.docx', docx({ 'word/embeddings/a.xlsx': officeFile('xlsx') })],
    ['a.xls', compoundFile({ shortAfter: 3 })],
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...documents),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.uint8Array({ minLength: 1, maxLength: 8 }),
      async ([name, bytes], place, values) => {
        const at = Math.floor(place * (bytes.length - values.length));
        const { errors } = await errorsOf(name, changed(bytes, at, ...values));
        expect(errors).toEqual([]);
      },
    ),
    { numRuns: 500 },
  );
});

test('scans 25 MB of text in less than 5 s, and yields in between', async () => {
  const bytes = new Uint8Array(26_214_400).fill(0xe9);
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  const started = process.cpuUsage();
  expect(await scanFile({ name: 'a.txt', bytes })).toEqual({ status: 'clean' });
  clearInterval(counting);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(5_000);
  expect(turns).toBeGreaterThan(3);
});

test('scans a large PDF with many packed objects in less than 5 s', async () => {
  const pictures = new Uint8Array(100_000).fill(0x80);
  const objects = Array.from({ length: 200 }, () => [packedObjects('5 0 << >>'), pictures]);
  const bytes = pdfFile(objects.flat());
  const started = process.cpuUsage();
  expect(await scanFile({ name: 'a.pdf', bytes })).toEqual({ status: 'clean' });
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(5_000);
});

test.each<[string, Bytes]>([
  ['objects in objects', latin1('1 0 obj<<'.repeat(500_000))],
  ['lists in lists', latin1('1 0 obj<</A '.concat('['.repeat(4_000_000)))],
  ['the same entry', latin1('1 0 obj<<'.concat('/A 1'.repeat(1_000_000)))],
  ['texts without an end', latin1('1 0 obj<</A ('.repeat(300_000))],
  ['openings', latin1('/OpenAction 4 0 R '.repeat(200_000))],
  ['streams without an end', latin1('1 0 obj<</First 1>>stream\n'.repeat(100_000))],
])('scans a PDF of nothing but %s in less than 5 s', async (_, content) => {
  const started = process.cpuUsage();
  const bytes = pdfFile([content]);
  expect((await scanFile({ name: 'a.pdf', bytes })).status).not.toBe('error');
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(5_000);
});

test.each<[keyof typeof REASONS, string, Bytes]>([
  ['damaged', 'blanks.pdf', pdfFile(Array<string>(11_000).fill(slowToFilter()))],
  ['tooMuch', 'streams.pdf', pdfFile(Array<Bytes>(11_000).fill(packedObjects('')))],
  ['tooMuch', 'bomb.pdf', pdfFile([packedObjects('\0'.repeat(20_000_000))])],
  ['tooMuch', 'ratio.docx', docx({ 'word/zeros.xml': new Uint8Array(60_000_000) })],
  ['tooMuch', 'workbooks.xls', manyWorkbooks()],
])('a file that takes long is refused as %s: %s', async (reason, name, bytes) => {
  expect(await scanFile({ name, bytes })).toEqual({ status: 'blocked', reason: REASONS[reason] });
});

test('ignores bytes after the end of a packed entry', async () => {
  const packed = concatBytes([deflateSync(encodeUtf8('<x/>')), new Uint8Array(20_000_000)]);
  const bytes = docx({ 'word/a.xml': stored(packed) });
  const listed = findOffset(bytes, 'word/a.xml', 'last') - 46;
  const asPacked = changed(changed(bytes, findOffset(bytes, 'word/a.xml') - 22, 8), listed + 10, 8);
  const entry = changed(asPacked, listed + 24, 4, 0, 0, 0);
  const started = process.cpuUsage();
  expect(await scanFile({ name: 'a.docx', bytes: entry })).toEqual({ status: 'clean' });
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(5_000);
});

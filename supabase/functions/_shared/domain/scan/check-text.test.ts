import { expect, test } from 'vitest';
import { checkText } from './check-text.ts';
import { Refused } from './refused.ts';
import { encodeUtf8, latin1, type Bytes } from './testing/office-files.ts';
import { concatBytes } from './testing/pdf-files.ts';

const check = (bytes: Bytes, kind: 'txt' | 'csv' | 'pdf' = 'txt') => checkText({ kind, bytes });
const MEGABYTE = 1024 * 1024;

test('only control characters that occur in texts pass', async () => {
  const passed: number[] = [];
  for (let code = 0; code < 0x21; code += 1)
    await check(Uint8Array.of(0x61, code)).then(
      () => passed.push(code),
      () => undefined,
    );
  expect(passed).toEqual([8, 9, 10, 11, 12, 13, 0x1a, 0x1b, 0x20]);
});

test('undefined codes of Windows-1252 are refused', async () => {
  const refused: number[] = [];
  for (let code = 0x7f; code <= 0xff; code += 1)
    await check(Uint8Array.of(0x61, code)).catch(() => refused.push(code));
  expect(refused).toEqual([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
});

test.each<[string, Bytes]>([
  ['UTF-8 with such codes in its characters', encodeUtf8('\u00dd\u00c1')],
  ['UTF-16 of either order', latin1('\u00fe\u00ff\0a')],
  ['a text about PDF', encodeUtf8('A file begins with %PDF-')],
  ['Windows-1252 that begins like UTF-16', latin1('\u00ffab')],
  ['Windows-1252 that begins like the other UTF-16', latin1('\u00feab')],
  ['Windows-1252 with the second half of such a mark', latin1('a\u00feb')],
  ['Windows-1252 with the second half of the other mark', latin1('a\u00ffb')],
  [
    'a character at a seam',
    concatBytes([new Uint8Array(MEGABYTE - 1).fill(97), encodeUtf8('\u00dd')]),
  ],
  [
    'UTF-16 of more than a piece',
    concatBytes([latin1('\u00ff\u00fe'), new Uint8Array(MEGABYTE).fill(97)]),
  ],
])('%s passes', async (_, bytes) => {
  await expect(check(bytes)).resolves.toBeUndefined();
});

test.each<[string, Bytes]>([
  ['a PDF', encodeUtf8('%PDF-1.7')],
  ['a PDF behind a byte order mark', encodeUtf8('\ufeff%PDF-1.7')],
  ['half a character at the end', concatBytes([encodeUtf8('\u00dd'), latin1('\u00c3')])],
  ['a zero in UTF-16', latin1('\u00ff\u00fea\0\0\0')],
  ['a zero in the other UTF-16', latin1('\u00fe\u00ff\0\0')],
  ['a zero in the second piece', concatBytes([new Uint8Array(MEGABYTE).fill(97), latin1('\0')])],
  ['half a pair in UTF-16', latin1('\u00fe\u00ff\u00d8\u003d\0a')],
])('%s is refused', async (_, bytes) => {
  await expect(check(bytes, 'csv')).rejects.toThrow(new Refused('wrongType'));
});

test('files of other types are skipped', async () => {
  await expect(check(latin1('\0'), 'pdf')).resolves.toBeUndefined();
});

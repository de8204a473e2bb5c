import { expect, test } from 'vitest';
import { encodeUtf8, latin1 } from '../scan/testing/office-files.ts';
import { decodeText } from './decode-text.ts';

test('decodes up to the limit, without a truncated character', () => {
  expect(decodeText(encodeUtf8('ab\u00eb'), 4)).toEqual({ text: 'ab\u00eb', isCut: false });
  expect(decodeText(encodeUtf8('ab\u00eb'), 3)).toEqual({ text: 'ab', isCut: true });
  expect(decodeText(encodeUtf8('ab\u00eb'))).toEqual({ text: 'ab\u00eb', isCut: false });
  expect(decodeText(latin1('\u00ff\u00fea\0b\0'), 5)).toEqual({ text: 'a', isCut: true });
});

test.each([
  ['\u00ffA', '\u00ffA'],
  ['\u00feA', '\u00feA'],
  ['A\u00fe', 'A\u00fe'],
  ['A\u00ff', 'A\u00ff'],
  ['\u0080\u0085\u009f', '\u20ac\u2026\u0178'],
  // Unassigned codes are unchanged.
  ['\u0081\u0090', '\u0081\u0090'],
])('decodes %j as Windows-1252', (bytes, text) => {
  expect(decodeText(latin1(bytes)).text).toBe(text);
});

test.each([
  ['\u00ff\u00feA\0', 'A'],
  ['\u00fe\u00ff\0A', 'A'],
  // Half a surrogate pair is decoded as U+FFFD.
  ['\u00ff\u00fe\u003d\u00d8A\0', '\ufffdA'],
  ['\u00ef\u00bb\u00bfA', 'A'],
])('omits the byte order mark of %j', (bytes, text) => {
  expect(decodeText(latin1(bytes)).text).toBe(text);
});

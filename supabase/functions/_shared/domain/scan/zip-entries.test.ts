import { expect, test } from 'vitest';
import { Refused, type REASONS } from './refused.ts';
import { changed, findOffset } from './testing/changed-bytes.ts';
import { encodeUtf8, latin1, stored, zipFile, type Bytes } from './testing/office-files.ts';
import { concatBytes } from './testing/pdf-files.ts';
import { zipEntries } from './zip-entries.ts';

const archive = zipFile({
  'a.txt': stored(encodeUtf8('abc')),
  'b/c.txt': encodeUtf8('b'.repeat(100)),
});
const [LISTED, END] = [
  findOffset(archive, 'PK\u0001\u0002'),
  findOffset(archive, 'PK\u0005\u0006'),
];
const second = findOffset(archive, 'PK\u0001\u0002', 'last');

const packedLength = archive[second + 20] ?? 0;

/** Returns an archive with other values in its end of central directory record. */
const ending = (at: number, ...values: number[]) => changed(archive, END + at, ...values);
const named = (name: string) => zipFile({ [name]: stored(encodeUtf8('x')) });

test('returns names, methods, data and sizes of entries', () => {
  const [first, other, ...further] = zipEntries(archive);
  expect(first).toEqual({ name: 'a.txt', method: 'stored', data: encodeUtf8('abc'), size: 3 });
  expect(other).toMatchObject({ name: 'b/c.txt', method: 'deflated', size: 100 });
  expect(further).toEqual([]);
});

test('accepts an archive comment of any length', () => {
  const comment = latin1('PK\u0005\u0006 is how an archive ends, and this is none of them');
  const withComment = (length: number) =>
    concatBytes([ending(20, length % 256, length >> 8), comment.slice(0, length)]);
  expect(zipEntries(withComment(comment.length))).toHaveLength(2);
  const long = concatBytes([ending(20, 0xff, 0xff), new Uint8Array(0xffff)]);
  expect(zipEntries(long)).toHaveLength(2);
});

test.each<[string, keyof typeof REASONS, Bytes]>([
  ['too short', 'damaged', latin1('PK')],
  ['without its last record', 'damaged', archive.slice(0, END)],
  ['with a comment of another length', 'damaged', ending(20, 1)],
  ['with something behind it', 'damaged', concatBytes([archive, latin1('x')])],
  ['in several files', 'damaged', ending(4, 1)],
  ['with entries elsewhere', 'damaged', ending(8, 1)],
  ['with fewer entries than listed', 'extra', ending(8, 1, 0, 1)],
  ['with more entries than listed', 'damaged', ending(8, 3, 0, 3)],
  ['with more entries than are read', 'tooMuch', ending(8, 0xb9, 0x0b, 0xb9, 0x0b)],
  ['with a list that is too long', 'damaged', ending(12, (END - LISTED + 1) % 256)],
  ['with a list that is too short', 'extra', ending(12, (END - LISTED - 1) % 256)],
  ['with a list of something else', 'damaged', changed(archive, LISTED, 0)],
  ['that is encrypted', 'encrypted', changed(archive, LISTED + 8, 1)],
  ['that is strongly encrypted', 'encrypted', changed(archive, LISTED + 8, 0x40)],
  ['with encrypted names', 'encrypted', changed(archive, LISTED + 9, 0x20)],
  ['packed by another method', 'damaged', changed(archive, LISTED + 10, 9)],
  ['without a header before the data', 'damaged', changed(archive, 0, 0)],
  ['with another method before the data', 'extra', changed(archive, 8, 8)],
  ['that is encrypted only before the data', 'extra', changed(archive, 6, 1)],
  ['with another name before the data', 'extra', changed(archive, 34, 0x78)],
  ['with a shorter name before the data', 'extra', changed(archive, 26, 4)],
  ['with data that reaches into the list', 'damaged', changed(archive, second + 20, 0xff)],
  ['with data up to within the list', 'damaged', changed(archive, second + 20, packedLength + 1)],
  ['with more than entries in its list', 'extra', longer()],
  ['with two entries at one place', 'tooMuch', twice()],
  ['with a gap before the first entry', 'extra', shifted(1)],
])('an archive %s is refused as %s', (_, reason, bytes) => {
  expect(() => zipEntries(bytes)).toThrow(new Refused(reason));
});

test.each(['/a', '\\a', '..', '../a', 'a/..', 'a/../b', 'a\\..\\b', 'a\0b'])(
  'an entry with the name %j is refused',
  (name) => {
    expect(() => zipEntries(named(name))).toThrow(new Refused('damaged'));
  },
);

test.each(['a..b', '..a', 'a../b', 'a/b', '...'])(
  'an entry with the name %j is accepted',
  (name) => {
    expect(zipEntries(named(name))[0]?.name).toBe(name);
  },
);

test('two entries whose names differ only in case are refused', () => {
  const bytes = zipFile({ 'a.txt': encodeUtf8('1'), 'A.TXT': encodeUtf8('2') });
  expect(() => zipEntries(bytes)).toThrow(new Refused('extra'));
});

test('accepts entries with comments and extra fields', () => {
  const extra = { 0xcafe: new Uint8Array(7) };
  const bytes = zipFile({
    'a.txt': [encodeUtf8('abc'), { level: 0, extra, comment: 'first' }],
    'b.txt': [encodeUtf8('de'), { level: 0, extra }],
  });
  expect(zipEntries(bytes).map(({ data }) => data)).toEqual([encodeUtf8('abc'), encodeUtf8('de')]);
});

test('accepts entries in another order than their data', () => {
  const bytes = zipFile({ 'a.txt': stored(encodeUtf8('a')), 'b.txt': stored(encodeUtf8('b')) });
  const [from, to] = [findOffset(bytes, 'PK\u0001\u0002'), findOffset(bytes, 'PK\u0005\u0006')];
  const middle = (from + to) / 2;
  const swapped = [bytes.slice(0, from), bytes.slice(middle, to), bytes.slice(from, middle)];
  const entries = zipEntries(concatBytes([...swapped, bytes.slice(to)]));
  expect(entries.map(({ name }) => name)).toEqual(['b.txt', 'a.txt']);
});

test('accepts at most 24 bytes for sizes after the data of an entry', () => {
  expect(zipEntries(shifted(0, 24))).toHaveLength(1);
  expect(() => zipEntries(shifted(0, 25))).toThrow(new Refused('extra'));
});

/** Returns an archive that lists its first entry a second time, under the second one's name. */
function twice(): Bytes {
  const bytes = zipFile({ 'a.txt': stored(encodeUtf8('1')), 'b.txt': stored(encodeUtf8('1')) });
  const listed = findOffset(bytes, 'PK\u0001\u0002', 'last');
  const at = findOffset(bytes, 'PK\u0003\u0004', 'last');
  // The second local header stays at its offset, so that the names match; the first entry's data extends into it.
  return changed(changed(bytes, findOffset(bytes, 'PK\u0001\u0002') + 20, at), listed, 0x50);
}

/** Returns an archive with a byte after the last entry of its central directory. */
function longer(): Bytes {
  const bytes = concatBytes([archive.slice(0, END), latin1('x'), archive.slice(END)]);
  return changed(bytes, END + 1 + 12, (END + 1 - LISTED) % 256);
}

/** Returns an archive of one entry with unlisted bytes before the entry and after its data. */
function shifted(before: number, behind = 0): Bytes {
  const bytes = named('a');
  const listed = findOffset(bytes, 'PK\u0001\u0002');
  const moved = concatBytes([
    new Uint8Array(before),
    bytes.slice(0, listed),
    new Uint8Array(behind),
    bytes.slice(listed),
  ]);
  const list = listed + before + behind;
  return changed(changed(moved, list + 42, before), moved.length - 6, list);
}

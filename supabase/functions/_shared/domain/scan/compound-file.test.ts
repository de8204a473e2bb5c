import { expect, test } from 'vitest';
import { checkCompoundFile } from './check-compound-file.ts';
import { CompoundFile, CompoundStream } from './compound-file.ts';
import { Refused, type REASONS } from './refused.ts';
import { changed } from './testing/changed-bytes.ts';
import { compoundFile } from './testing/compound-files.ts';
import { latin1, type Bytes } from './testing/office-files.ts';

const damaged = new Refused('damaged');
const DIRECTORY = 1024;
const check = (bytes: Bytes, kind: 'xls' | 'pdf' = 'xls') => checkCompoundFile({ kind, bytes });

/** Returns a file with other values at an offset of a directory entry. */
const withEntry = (bytes: Bytes, index: number, at: number, ...values: number[]) =>
  changed(bytes, DIRECTORY + index * 128 + at, ...values);

test('reads names, types, start sectors and sizes of directory entries', () => {
  expect(new CompoundFile(compoundFile({ storages: ['\u00c4'] })).entries).toEqual([
    { name: 'Root Entry', isStream: false, isRoot: true, start: 0xfffffffe, size: 0 },
    { name: 'Workbook', isStream: true, isRoot: false, start: 5, size: 4096 },
    { name: '\u00c4', isStream: false, isRoot: false, start: 0, size: 0 },
  ]);
});

const END_OF_CHAIN = 0xfffffffe;

/** Returns a file with empty sectors, a directory of one sector and no streams. */
function bareFile({ shift = 9, tables = 1, sectors = 8, directory = 4 }) {
  const length = 2 ** shift;
  const bytes = new Uint8Array((1 + sectors) * length);
  const view = new DataView(bytes.buffer);
  const write = (sector: number, index: number, value: number) =>
    view.setUint32((1 + sector) * length + index * 4, value, true);
  view.setUint16(30, shift, true);
  view.setUint32(44, tables, true);
  view.setUint32(48, directory, true);
  view.setUint32(68, 1, true);
  view.setUint16((1 + directory) * length + 64, 4, true);
  bytes.set(latin1('A'), (1 + directory) * length);
  return { bytes, view, write };
}

test.each([9, 12])('reads sectors of 2 to the power of %i bytes', (shift) => {
  const { bytes, write } = bareFile({ shift });
  write(0, 4, END_OF_CHAIN);
  expect(new CompoundFile(bytes).entries.map(({ name }) => name)).toEqual(['A']);
});

test.each([0, 8, 10, 11, 13])('refuses sectors of 2 to the power of %i bytes', (shift) => {
  const { bytes, view } = bareFile({});
  view.setUint16(30, shift, true);
  expect(() => new CompoundFile(bytes)).toThrow(damaged);
});

test('follows the DIFAT sector chain', () => {
  const listed = 109 + 127;
  const directory = listed * 128 + 5;
  const { bytes, write } = bareFile({ tables: listed + 1, sectors: directory + 1, directory });
  write(1, 127, 2);
  write(2, 0, 3);
  write(3, 5, END_OF_CHAIN);
  expect(new CompoundFile(bytes).entries.map(({ name }) => name)).toEqual(['A']);
  write(1, 127, END_OF_CHAIN);
  expect(() => new CompoundFile(bytes)).toThrow(damaged);
});

test('refuses more FAT sectors than the file has', () => {
  const { bytes, write } = bareFile({ tables: 0xffffffff });
  write(1, 127, 1);
  expect(() => new CompoundFile(bytes)).toThrow(damaged);
});

test('names of directory entries have 1 to 31 characters', () => {
  const bytes = compoundFile();
  const names = (length: number) =>
    new CompoundFile(withEntry(bytes, 1, 64, length)).entries.map(({ name }) => name.length);
  expect(names(1)).toEqual([10]);
  expect(names(2)).toEqual([10, 0]);
  expect(names(64)).toEqual([10, 31]);
  expect(names(65)).toEqual([10]);
});

test('reads a stream across its sectors, in chain order', () => {
  const sectors = ['abcd', 'efgh', 'ijkl'];
  const stream = new CompoundStream(11, 4, [2, 0, 1], (sector, at, length) =>
    latin1(sectors[sector] ?? '').slice(at, at + length),
  );
  const read = (from: number, length: number) => String.fromCharCode(...stream.read(from, length));
  expect(read(0, 11)).toBe('ijklabcdefg');
  expect(read(3, 2)).toBe('la');
  expect(read(5, 2)).toBe('bc');
  expect(read(11, 0)).toBe('');
  expect(() => stream.read(11, 1)).toThrow(damaged);
  expect(() => stream.read(4, 8)).toThrow(damaged);
});

test('refuses a stream that is longer than its sectors', () => {
  const stream = new CompoundStream(9, 4, [0, 1], (_sector, _at, length) => new Uint8Array(length));
  expect(stream.read(4, 4)).toHaveLength(4);
  expect(() => stream.read(4, 5)).toThrow(damaged);
});

test.each([0, 1, 9, 63])('reads a short stream after %i others', (shortAfter) => {
  const file = new CompoundFile(compoundFile({ shortAfter }));
  const [, workbook] = file.entries;
  if (!workbook) throw new Error('No workbook');
  expect([...file.open(workbook).read(0, 4)]).toEqual([0x09, 0x08, 0x10, 0]);
});

test('reads a short stream of several mini sectors along their chain', () => {
  // Mini sector 0 is free. The mini FAT links mini sector 1 to 3.
  const bytes = compoundFile({ shortAfter: 1 });
  const table = 512 * (5 + 1 + 2);
  const view = new DataView(bytes.buffer);
  view.setUint32(60, 7, true);
  view.setUint32(512 + 7 * 4, 0xfffffffe, true);
  view.setUint32(table + 4, 3, true);
  view.setUint32(DIRECTORY + 128 + 120, 100, true);
  bytes.set([0x61, 0x62], 6 * 512 + 3 * 64);
  const file = new CompoundFile(bytes);
  const [, workbook] = file.entries;
  if (!workbook) throw new Error('No workbook');
  const stream = file.open(workbook);
  expect([...stream.read(64, 2)]).toEqual([0x61, 0x62]);
  expect([...stream.read(0, 2)]).toEqual([0x09, 0x08]);
  expect(() => stream.read(64, 37)).toThrow(damaged);
  // A chain that continues beyond its table.
  view.setUint32(DIRECTORY + 128 + 116, 128, true);
  expect(() => new CompoundFile(bytes).open({ ...workbook, start: 128 })).toThrow(damaged);
});

test('refuses a short stream without a root entry', () => {
  const file = new CompoundFile(withEntry(compoundFile({ shortAfter: 0 }), 0, 66, 1));
  const [, workbook] = file.entries;
  if (!workbook) throw new Error('No workbook');
  expect(() => file.open(workbook)).toThrow(damaged);
});

test.each<[string, Bytes]>([
  ['with sectors of another length', changed(compoundFile(), 30, 10)],
  ['with more tables than bytes', changed(compoundFile(), 44, 15)],
  ['with more tables than it lists', changed(compoundFile(), 44, 2)],
  ['whose directory leads back to itself', compoundFile({ directoryLeadsTo: 2 })],
  ['whose directory leads away', compoundFile({ directoryLeadsTo: 13 })],
  ['whose directory leads to a free sector', compoundFile({ directoryLeadsTo: 0xffffffff })],
  ['that ends within its first sector', compoundFile().slice(0, 300)],
])('a compound file %s is refused as damaged', (_, bytes) => {
  expect(() => new CompoundFile(bytes)).toThrow(damaged);
});

test('FAT sectors beyond those of the header are listed in DIFAT sectors', () => {
  const tables = 110;
  const bytes = new Uint8Array((1 + tables + 6) * 512);
  const view = new DataView(bytes.buffer);
  const pattern = compoundFile();
  bytes.set(pattern.subarray(0, 512));
  view.setUint32(44, tables, true);
  for (let index = 0; index < 109; index += 1) view.setUint32(76 + index * 4, index, true);
  // Sector 110 lists the last table, 109; the directory is in 111.
  view.setUint32(68, 110, true);
  view.setUint32(111 * 512, 109, true);
  view.setUint32(48, 111, true);
  view.setUint32(512 + 111 * 4, 0xfffffffe, true);
  bytes.set(pattern.subarray(DIRECTORY, DIRECTORY + 512), 112 * 512);
  expect(new CompoundFile(bytes).entries.map(({ name }) => name)).toEqual([
    'Root Entry',
    'Workbook',
  ]);
  view.setUint32(68, 0xfffffffe, true);
  expect(() => new CompoundFile(bytes)).toThrow(damaged);
});

test.each<[string, keyof typeof REASONS, Bytes]>([
  ['_VBA_PROJECT', 'macros', compoundFile({ storages: ['_VBA_PROJECT'] })],
  ['VBA', 'macros', compoundFile({ storages: ['VBA'] })],
  ['macros', 'macros', compoundFile({ storages: ['macros'] })],
  ['EncryptionInfo', 'encrypted', compoundFile({ storages: ['EncryptionInfo'] })],
  ['ObjectPool', 'embedded', compoundFile({ storages: ['ObjectPool'] })],
  ['Ole10Native', 'embedded', compoundFile({ storages: ['\u0001Ole10Native'] })],
  ['a document', 'wrongType', compoundFile({ workbook: 'MyWorkbook' })],
  ['a workbook and more', 'wrongType', compoundFile({ workbook: 'Workbook2' })],
  ['a storage in place of a workbook', 'wrongType', withEntry(compoundFile(), 1, 66, 1)],
  ['anything else', 'wrongType', latin1('PK\u0003\u0004')],
])('an XLS spreadsheet with %s is refused as %s', async (_, reason, bytes) => {
  await expect(check(bytes)).rejects.toThrow(new Refused(reason));
});

test.each(['MBD0001', 'Controls', 'VBAX'])('a storage with the name %s passes', async (name) => {
  await expect(check(compoundFile({ storages: [name] }))).resolves.toBeUndefined();
});

test('an XLS spreadsheet contains at most eight workbooks', async () => {
  const books = (count: number) => {
    let bytes = compoundFile({ storages: Array<string>(count - 1).fill('Book') });
    for (let index = 2; index <= count; index += 1)
      bytes = withEntry(withEntry(bytes, index, 66, 2), index, 116, 5, 0, 0, 0, 0, 0x10);
    return bytes;
  };
  await expect(check(books(8))).resolves.toBeUndefined();
  await expect(check(books(9))).rejects.toThrow(new Refused('tooMuch'));
});

test('files of other types are skipped', async () => {
  await expect(check(latin1('x'), 'pdf')).resolves.toBeUndefined();
});

test.each<[string, keyof typeof REASONS, Bytes]>([
  [
    'sheet beyond its end',
    'damaged',
    changed(compoundFile({ sheet: { listedAs: 0, content: 16 } }), 6 * 512 + 25, 0x10),
  ],
  [
    'sheet that begins with something else',
    'damaged',
    changed(compoundFile({ sheet: { listedAs: 0, content: 16 } }), 6 * 512 + 24, 2),
  ],
  ['link to a program', 'elsewhere', compoundFile({ link: '\u0003' })],
])('a workbook with a %s is refused as %s', async (_, reason, bytes) => {
  await expect(check(bytes)).rejects.toThrow(new Refused(reason));
});

test('links to the workbook itself and to add-in functions pass', async () => {
  const linked = compoundFile({ link: 'abc\u0003d' });
  const at = 6 * 512 + 20 + 4 + 2;
  await expect(check(linked)).rejects.toThrow(new Refused('elsewhere'));
  for (const values of [
    [0x01, 0x04],
    [0x01, 0x3a],
  ])
    await expect(check(changed(linked, at, ...values))).resolves.toBeUndefined();
});

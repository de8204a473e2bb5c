import type { Bytes } from './office-files.ts';

const SECTOR = 512;
const SMALL_SECTOR = 64;
const CUTOFF = 4096;
const END_OF_CHAIN = 0xfffffffe;
const FREE = 0xffffffff;
const FAT_SECTOR = 0xfffffffd;
const MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** The record that starts an XLS workbook. */
const BEGINNING = [0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x05, 0x00, ...Array<number>(12).fill(0)];
const PASSWORD = [0x2f, 0x00, 0x02, 0x00, 0x00, 0x00];
const END = [0x0a, 0, 0, 0];

interface Options {
  /** Names of additional storages. */
  storages?: readonly string[];
  /** The name of the workbook's stream. */
  workbook?: string;
  hasPassword?: boolean;
  /** Adds a sheet, with its kind in the list of sheets and in the sheet itself. */
  sheet?: { listedAs: number; content: number };
  /** Adds an external link: the name of a workbook, or a program and its command. */
  link?: string;
  /** Stores the workbook among the short streams, after this number of mini sectors. */
  shortAfter?: number;
  /** The sector to which the directory's chain continues, for a chain that does not end. */
  directoryLeadsTo?: number;
}

function workbookRecords({
  hasPassword,
  sheet,
  link,
}: Pick<Options, 'hasPassword' | 'sheet' | 'link'>) {
  const linked = Array.from(link ?? '', (character) => character.charCodeAt(0));
  const before = [
    ...BEGINNING,
    ...(hasPassword ? PASSWORD : []),
    ...(link === undefined
      ? []
      : [0xae, 0x01, linked.length + 5, 0, 0, 0, linked.length, 0, 0, ...linked]),
  ];
  if (sheet === undefined) return [...before, ...END];
  const listed = [0x85, 0x00, 10, 0, 0, 0, 0, 0, 0, sheet.listedAs, 2, 0, 0x61, 0x62];
  // The offset of the sheet: after all records that describe the workbook.
  listed[4] = before.length + listed.length + END.length;
  const started = [0x09, 0x08, 4, 0, 0x00, 0x06, sheet.content, 0];
  return [...before, ...listed, ...END, ...started, ...END];
}

/** Builds an XLS file: sector 0 contains the FAT, 1 to 4 the directory, and the remaining sectors the workbook. */
export function compoundFile({
  storages = [],
  workbook = 'Workbook',
  hasPassword = false,
  sheet,
  link,
  shortAfter,
  directoryLeadsTo = END_OF_CHAIN,
}: Options = {}): Bytes {
  const content = workbookRecords({ hasPassword, sheet, link });
  const isShort = shortAfter !== undefined;
  const offset = isShort ? shortAfter * SMALL_SECTOR : 0;
  const dataSectors = Math.ceil(Math.max(CUTOFF, offset + SMALL_SECTOR) / SECTOR);
  const bytes = new Uint8Array((1 + 5 + dataSectors) * SECTOR);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint16(30, 9, true);
  view.setUint32(44, 1, true);
  view.setUint32(48, 1, true);
  view.setUint32(56, CUTOFF, true);
  view.setUint32(60, END_OF_CHAIN, true);
  view.setUint32(68, END_OF_CHAIN, true);
  for (let index = 0; index < 109; index += 1)
    view.setUint32(76 + index * 4, index === 0 ? 0 : FREE, true);

  const chains = Array.from({ length: SECTOR / 4 }, () => FREE);
  chains[0] = FAT_SECTOR;
  for (let sector = 1; sector < 5 + dataSectors; sector += 1) chains[sector] = sector + 1;
  chains[4] = directoryLeadsTo;
  chains[4 + dataSectors] = END_OF_CHAIN;
  for (const [index, next] of chains.entries()) view.setUint32(SECTOR + index * 4, next, true);

  const write = (index: number, name: string, type: number, start: number, size: number) => {
    const at = 2 * SECTOR + index * 128;
    for (const [place, character] of Array.from(name).entries())
      view.setUint16(at + place * 2, character.charCodeAt(0), true);
    view.setUint16(at + 64, (name.length + 1) * 2, true);
    view.setUint8(at + 66, type);
    view.setUint32(at + 116, start, true);
    view.setUint32(at + 120, size, true);
  };
  write(0, 'Root Entry', 5, isShort ? 5 : END_OF_CHAIN, isShort ? dataSectors * SECTOR : 0);
  write(1, workbook, 2, isShort ? shortAfter : 5, isShort ? content.length : CUTOFF);
  for (const [index, name] of storages.entries()) write(2 + index, name, 1, 0, 0);
  bytes.set(content, 6 * SECTOR + offset);
  return bytes;
}

/** Builds an XLS file of 7 MB: half of it lists workbooks, and each of them is at the end of the other half. */
export function manyWorkbooks(): Bytes {
  const tables = 109;
  const sectors = (tables * SECTOR) / 4;
  const middle = (tables + sectors - 1) / 2;
  const bytes = new Uint8Array((1 + sectors) * SECTOR);
  const pattern = compoundFile({ shortAfter: 0 });
  bytes.set(pattern.subarray(0, SECTOR));
  const view = new DataView(bytes.buffer);
  view.setUint32(44, tables, true);
  view.setUint32(48, tables, true);
  for (let table = 0; table < tables; table += 1) view.setUint32(76 + table * 4, table, true);
  for (let sector = tables; sector < sectors; sector += 1) {
    const isLast = sector + 1 === middle || sector + 1 === sectors;
    view.setUint32(SECTOR + sector * 4, isLast ? END_OF_CHAIN : sector + 1, true);
  }
  const root = (1 + tables) * SECTOR;
  for (let at = root; at < (1 + middle) * SECTOR; at += 128) {
    bytes.set(pattern.subarray(2 * SECTOR + 128, 2 * SECTOR + 256), at);
    view.setUint32(at + 116, (sectors - middle - 1) * (SECTOR / SMALL_SECTOR), true);
  }
  bytes.set(pattern.subarray(2 * SECTOR, 2 * SECTOR + 128), root);
  view.setUint32(root + 116, middle, true);
  return bytes;
}

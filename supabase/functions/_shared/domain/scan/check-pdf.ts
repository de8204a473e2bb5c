import { PDF_MAGIC, startsWith } from './byte-reader.ts';
import { ByteSearch } from './byte-search.ts';
import type { ScannedFile } from './check.ts';
import { Pauses } from './pause.ts';
import { DictionaryBudget, readDictionary, type PdfDictionary } from './pdf-dictionary.ts';
import { PdfEncryption, stringBytes } from './pdf-encryption.ts';
import { decodedNames, pdfNames } from './pdf-names.ts';
import { unpackObjects } from './pdf-packed-objects.ts';
import { Refused, type REASONS } from './refused.ts';
import { UnpackBudget } from './unpack.ts';

const PIECE = 256 * 1024;
const END = new ByteSearch('%%EOF');
const OBJECT = new ByteSearch('obj');
const ARCHIVE_END = new ByteSearch('PK\u0005\u0006');
/** The number of bytes at the end of a PDF that must contain `%%EOF`. */
const END_WITHIN = 1024;
/** The number of bytes of an open action that are checked. */
const OPENING_LENGTH = 2048;
/** The maximum number of open actions: more than in a PDF that was saved repeatedly. */
const MAX_OPENINGS = 1_000;
/** The number of bytes before `obj` that contain the object number. */
const NUMBERS_LENGTH = 24;
/** The maximum length of the offset table of an object stream, in bytes. */
const LIST_LENGTH = 256 * 1024;

/** Names that run or hide something. Each is too long to appear in compressed data by chance. */
const REFUSED_NAMES = new Map<string, keyof typeof REASONS>([
  ['JavaScript', 'scripts'],
  ['Rendition', 'scripts'],
  ['Launch', 'program'],
  ['ImportData', 'opening'],
  ['EmbeddedFile', 'embedded'],
  ['EmbeddedFiles', 'embedded'],
  ['RichMedia', 'embedded'],
]);
/** The maximum number of identifiers that a file may have: each is tried. */
const MAX_IDS = 20;
/** The maximum length of an identifier with its brackets, in bytes. */
const ID_LENGTH = 512;
/** Actions that open another target: harmless if the user clicks them, but not if they run automatically. */
const ACTIONS_ELSEWHERE = new Set(['/URI', '/GoToR', '/GoToE', '/SubmitForm']);

/** Checks that a file is a PDF from its first to its last byte, without active content. */
export async function checkPdf({ kind, bytes }: ScannedFile): Promise<void> {
  if (kind !== 'pdf') return;
  if (!startsWith(bytes, PDF_MAGIC)) throw new Refused('wrongType');
  if (END.in(bytes, Math.max(0, bytes.length - END_WITHIN)) < 0) throw new Refused('damaged');
  // ZIP readers start at the end of a file, so that an archive can be appended to any file.
  if (ARCHIVE_END.in(bytes, Math.max(0, bytes.length - 0xffff - 22)) >= 0)
    throw new Refused('extra');
  await new PdfInspection(bytes).run();
}

/** A scan of one PDF from start to end. */
class PdfInspection {
  readonly #bytes: Uint8Array;
  readonly #pauses = new Pauses();
  readonly #unpacking: UnpackBudget;
  readonly #reading: DictionaryBudget;
  /** The numbers of objects that run when the PDF is opened. */
  readonly #openings = new Set<number>();
  #openingCount = 0;
  /** The numbers of objects that are `ACTIONS_ELSEWHERE`. */
  readonly #elsewhere = new Set<number>();
  /** The offsets of the values that name the encryption. */
  readonly #encryptions: number[] = [];
  readonly #ids: Uint8Array[] = [];
  #encryption: PdfEncryption | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#unpacking = new UnpackBudget(bytes.length);
    this.#reading = new DictionaryBudget(bytes.length);
  }

  async run(): Promise<void> {
    await this.#checkNames(this.#bytes);
    this.#encryption = this.#readEncryption();
    let seen = 0;
    for (let at = OBJECT.in(this.#bytes); at >= 0; at = OBJECT.in(this.#bytes, at + 1)) {
      await this.#checkObject(at);
      await this.#pauses.after(at - seen);
      seen = at;
    }
    if ([...this.#openings].some((number) => this.#elsewhere.has(number)))
      throw new Refused('opening');
  }

  /** Searches for names everywhere, because readers differ in what they treat as text, comment or compressed data. */
  async #checkNames(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length; from += PIECE) {
      for (const { name, end } of pdfNames(bytes, from, from + PIECE)) {
        const reason = REFUSED_NAMES.get(name);
        if (reason !== undefined) throw new Refused(reason);
        if (name === 'OpenAction') this.#checkHeader(bytes, end);
        if (name === 'Encrypt') this.#addEncryption(bytes, end);
        if (name === 'ID') this.#addId(bytes, end);
      }
      await this.#pauses.after(Math.min(PIECE, bytes.length - from));
    }
  }

  #addEncryption(bytes: Uint8Array, at: number): void {
    // A packed object is encrypted itself.
    if (bytes !== this.#bytes) throw new Refused('encrypted');
    this.#encryptions.push(at);
  }

  #addId(bytes: Uint8Array, at: number): void {
    const text = latin1(bytes.subarray(at, at + ID_LENGTH));
    const [, id] = /^\s*\[\s*(<[0-9a-f\s]*>|\((?:[^()\\]|\\[^])*\))/i.exec(text) ?? [];
    if (id !== undefined && this.#ids.length < MAX_IDS) this.#ids.push(stringBytes(id));
  }

  /**
   * Reads the encryption of a file that opens without a password.
   * @throws Refused for a password, and for several encryptions, of which readers use different ones
   */
  #readEncryption(): PdfEncryption | undefined {
    const places = new Set(this.#encryptions.map((at) => this.#encryptionAt(at)));
    if (places.size === 0) return undefined;
    const [place = -1] = places;
    const dictionary =
      places.size === 1 && place >= 0
        ? readDictionary(this.#bytes, place, this.#reading)
        : undefined;
    if (!dictionary) throw new Refused('encrypted');
    return new PdfEncryption(dictionary, this.#ids, this.#reading);
  }

  /** Returns the offset of the dictionary that a value is or refers to; -1 if there is not exactly one. */
  #encryptionAt(at: number): number {
    const value = latin1(this.#bytes.subarray(at, at + NUMBERS_LENGTH));
    const [, number, generation] = /^\s*(\d{1,10})\s+(\d{1,5})\s+R\b/.exec(value) ?? [];
    if (number === undefined) return at;
    const object = new ByteSearch(`${number} ${generation} obj`);
    const places: number[] = [];
    for (let from = object.in(this.#bytes); from >= 0; from = object.in(this.#bytes, from + 1))
      if (!/\d/.test(String.fromCharCode(this.#bytes[from - 1] ?? 0)))
        places.push(from + object.length);
    return places.length === 1 ? (places[0] ?? -1) : -1;
  }

  /** Checks an open action. Most PDFs open at a page. */
  #checkHeader(bytes: Uint8Array, at: number): void {
    this.#openingCount += 1;
    if (this.#openingCount > MAX_OPENINGS) throw new Refused('tooMuch');
    const what = decodedNames(latin1(bytes.subarray(at, at + OPENING_LENGTH)).trimStart());
    const [, number] = /^(\d{1,10})\s+\d+\s+R\b/.exec(what) ?? [];
    if (number !== undefined) this.#openings.add(Number(number));
    else if (!what.startsWith('[') && !/^<<[^>]*\/S\s*\/GoTo\b/.test(what))
      throw new Refused('opening');
  }

  /** Checks an indirect object, which may be a stream that contains other objects. */
  async #checkObject(keyword: number): Promise<void> {
    const dictionary = readDictionary(this.#bytes, keyword + OBJECT.length, this.#reading);
    if (!dictionary) return;
    const before = latin1(this.#bytes.subarray(Math.max(0, keyword - NUMBERS_LENGTH), keyword));
    const [, number = '-1', generation = '0'] = /(\d+)\s+(\d+)\s*$/.exec(before) ?? [];
    this.#checkDictionary(Number(number), dictionary);
    const within = await unpackObjects(
      this.#bytes,
      dictionary,
      this.#unpacking,
      this.#encryption &&
        ((data) => this.#encryption?.decrypt(Number(number), Number(generation), data) ?? data),
    );
    if (!within) return;
    if (within.wasPacked) await this.#checkNames(within.objects);
    this.#checkObjects(within.objects, Number(dictionary.entries.get('First')?.[0]));
  }

  /** @param first the offset of the first object; before it is a table of object numbers and offsets */
  #checkObjects(packed: Uint8Array, first: number): void {
    if (!Number.isSafeInteger(first) || first < 0 || first > packed.length) return;
    if (first > LIST_LENGTH) throw new Refused('tooMuch');
    const reading = new DictionaryBudget(packed.length);
    const numbers = latin1(packed.subarray(0, first)).trim().split(/\s+/).map(Number);
    for (let index = 0; index + 1 < numbers.length; index += 2) {
      const offset = first + (numbers[index + 1] ?? 0);
      const dictionary = readDictionary(packed, offset, reading);
      if (dictionary) this.#checkDictionary(numbers[index] ?? -1, dictionary);
    }
  }

  #checkDictionary(number: number, { entries }: PdfDictionary): void {
    if (entries.has('XFA')) throw new Refused('scripts');
    const kinds = (entries.get('S') ?? []).map(decodedNames);
    if (kinds.some((kind) => ACTIONS_ELSEWHERE.has(kind))) this.#elsewhere.add(number);
  }
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

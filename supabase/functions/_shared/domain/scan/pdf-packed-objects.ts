import { ByteSearch } from './byte-search.ts';
import { afterSpace, type PdfDictionary } from './pdf-dictionary.ts';
import { decodedNames } from './pdf-names.ts';
import { Refused } from './refused.ts';
import { inflate, type UnpackBudget } from './unpack.ts';

const STREAM = new ByteSearch('stream');
const STREAM_END = new ByteSearch('endstream');
const [SPACE, RETURN, LINE_END] = [0x20, 0x0d, 0x0a];
const ZLIB = /^\[?\s*\/(FlateDecode|Fl)\s*\]?$/;
/** The maximum unpacked size of an object stream, in bytes. */
const LONGEST = 16 * 1024 * 1024;

/**
 * Returns true if a stream contains objects. Readers use the offset of the first object, and not all of them check the
 * type.
 */
function hasObjects({ entries }: PdfDictionary): boolean {
  const types = entries.get('Type') ?? [];
  return entries.has('First') || types.some((type) => decodedNames(type) === '/ObjStm');
}

/**
 * Unpacks the objects of the stream after a dictionary.
 * @returns undefined if there is no such stream
 * @throws Refused for a stream that only some readers could unpack
 */
export async function unpackObjects(
  bytes: Uint8Array,
  dictionary: PdfDictionary,
  budget: UnpackBudget,
  decrypt?: (data: Uint8Array) => Uint8Array,
): Promise<{ objects: Uint8Array; wasPacked: boolean } | undefined> {
  if (!hasObjects(dictionary)) return undefined;
  const keyword = afterSpace(bytes, dictionary.end);
  if (STREAM.in(bytes.subarray(0, keyword + STREAM.length), keyword) !== keyword) return undefined;
  const filters = [...(dictionary.entries.get('Filter') ?? [])];
  budget.begin();
  let start = keyword + STREAM.length;
  while (bytes[start] === SPACE) start += 1;
  if (bytes[start] === RETURN) start += 1;
  if (bytes[start] === LINE_END) start += 1;
  if (filters.length === 0) {
    const objects = open(bytes, start, budget);
    return decrypt ? { objects: decrypt(objects), wasPacked: true } : { objects, wasPacked: false };
  }
  const [filter = '', ...further] = filters.map(decodedNames);
  if (further.length > 0 || !ZLIB.test(filter) || isTurnedAround(dictionary))
    throw new Refused('damaged');
  const data = decrypt ? decrypt(encryptedData(bytes, start, dictionary)) : bytes.subarray(start);
  return { objects: await whole(data, budget), wasPacked: true };
}

/** Returns the data of a stream without the line end after it, which would not be decrypted to anything. */
function encryptedData(bytes: Uint8Array, start: number, { entries }: PdfDictionary): Uint8Array {
  const [length = ''] = entries.get('Length') ?? [];
  if (/^\d{1,10}$/.test(length)) return bytes.subarray(start, start + Number(length));
  const end = STREAM_END.in(bytes, start);
  return bytes.subarray(start, end < 0 ? bytes.length : end);
}

function open(bytes: Uint8Array, start: number, budget: UnpackBudget): Uint8Array {
  const end = STREAM_END.in(bytes, start);
  const objects = bytes.subarray(start, end < 0 ? bytes.length : end);
  budget.spend(objects.length);
  return objects;
}

/** Returns true if the unpacked data would need further decoding by a predictor, as with pictures. */
function isTurnedAround({ entries }: PdfDictionary): boolean {
  const parameters = [...(entries.get('DecodeParms') ?? []), ...(entries.get('DP') ?? [])];
  return parameters
    .map(decodedNames)
    .some((text) => text !== 'null' && !/^\[?\s*<<\s*(\/Predictor\s+1\s*)?>>\s*\]?$/.test(text));
}

async function whole(packed: Uint8Array, budget: UnpackBudget): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of inflate(packed, 'zlib', budget)) {
    length += piece.length;
    if (length > LONGEST) throw new Refused('tooMuch');
    pieces.push(piece.slice());
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

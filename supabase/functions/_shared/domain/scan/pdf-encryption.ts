import { decryptAes, digest, hashOfRevision6, rc4 } from './pdf-cipher.ts';
import { readDictionary, type DictionaryBudget, type PdfDictionary } from './pdf-dictionary.ts';
import { decodedNames } from './pdf-names.ts';
import { Refused } from './refused.ts';

type Bytes = Uint8Array;
type Method = 'none' | 'rc4' | 'aes';

/** The characters that complete a short password (ISO 32000-1, algorithm 2). */
const PADDING = latin1(
  '\x28\xbf\x4e\x5e\x4e\x75\x8a\x41\x64\x00\x4e\x56\xff\xfa\x01\x08\x2e\x2e\x00\xb6\xd0\x68\x3e\x80\x2f\x0c\xa9\xfe\x64\x53\x69\x7a',
);
const METHODS: ReadonlyMap<string, Method> = new Map([
  ['/None', 'none'],
  ['/V2', 'rc4'],
  ['/AESV2', 'aes'],
  ['/AESV3', 'aes'],
]);
const IV_LENGTH = 16;
const ALL_OBJECTS = 5;

/**
 * Decrypts the object streams of a PDF that opens without a password. Such a file only forbids changes or printing; its
 * content has to be checked like that of any other.
 */
export class PdfEncryption {
  readonly #key: Bytes;
  readonly #method: Method;
  readonly #version: number;

  /**
   * @param dictionary the encryption dictionary
   * @param ids the candidates for the first identifier of the file
   * @throws Refused if the file opens with a password only, or its encryption is unknown
   */
  constructor(dictionary: PdfDictionary, ids: readonly Bytes[], budget: DictionaryBudget) {
    const value = (name: string) => single(dictionary, name);
    if (decodedNames(value('Filter')) !== '/Standard') throw new Refused('encrypted');
    this.#version = Number(value('V') || 0);
    const revision = Number(value('R'));
    const [owner, user] = [stringBytes(value('O')), stringBytes(value('U'))];
    this.#method = this.#version < 4 ? 'rc4' : streamMethod(dictionary, budget);
    const key =
      revision >= 5
        ? keyOfRevision5(revision, user, stringBytes(value('UE')))
        : ids
            .map((id) => {
              const length = revision === 2 ? 5 : Number(value('Length') || 40) / 8;
              const isMetadataOpen = revision >= 4 && value('EncryptMetadata') === 'false';
              const permissions = Number(value('P'));
              return { id, length, revision, owner, permissions, isMetadataOpen };
            })
            .map((from) => keyOfRevision2(from, user))
            .find((found) => found !== undefined);
    if (!key) throw new Refused('encrypted');
    this.#key = key;
  }

  /** Decrypts the stream of an object. */
  decrypt(number: number, generation: number, data: Bytes): Bytes {
    if (this.#method === 'none') return data;
    if (this.#method === 'rc4') return rc4(this.#objectKey(number, generation, ''), data);
    const key =
      this.#version >= ALL_OBJECTS ? this.#key : this.#objectKey(number, generation, 'sAlT');
    const whole = data.length - (data.length % IV_LENGTH);
    if (whole <= IV_LENGTH) return new Uint8Array();
    return decryptAes(key, data.subarray(0, IV_LENGTH), data.subarray(IV_LENGTH, whole));
  }

  #objectKey(number: number, generation: number, salt: string): Bytes {
    const object = [number, number >> 8, number >> 16, generation, generation >> 8];
    return digest('md5', this.#key, Uint8Array.from(object), latin1(salt)).subarray(
      0,
      Math.min(16, this.#key.length + 5),
    );
  }
}

/** Returns the method for streams of the crypt filter that the dictionary names. */
function streamMethod(dictionary: PdfDictionary, budget: DictionaryBudget): Method {
  const filter = decodedNames(single(dictionary, 'StmF') || '/Identity');
  if (filter === '/Identity') return 'none';
  const filters = readDictionary(latin1(single(dictionary, 'CF')), 0, budget);
  const own = filters?.entries.get(filter.slice(1)) ?? [];
  const read = own.length === 1 ? readDictionary(latin1(own[0] ?? ''), 0, budget) : undefined;
  const method = read && METHODS.get(decodedNames(single(read, 'CFM') || '/None'));
  if (method === undefined) throw new Refused('encrypted');
  return method;
}

interface KeyMaterial {
  id: Bytes;
  length: number;
  revision: number;
  owner: Bytes;
  permissions: number;
  isMetadataOpen: boolean;
}

/** Returns the key for an empty password; undefined if the password is another one. */
function keyOfRevision2(
  { id, length, revision, owner, permissions, isMetadataOpen }: KeyMaterial,
  user: Bytes,
): Bytes | undefined {
  if (!Number.isInteger(length) || length < 5 || length > 16) return undefined;
  const flags = new Uint8Array(4);
  new DataView(flags.buffer).setInt32(0, permissions | 0, true);
  const open = isMetadataOpen ? Uint8Array.of(255, 255, 255, 255) : new Uint8Array();
  let hash = digest('md5', PADDING, owner.subarray(0, 32), flags, id, open);
  if (revision >= 3)
    for (let round = 0; round < 50; round += 1) hash = digest('md5', hash.subarray(0, length));
  const key = hash.subarray(0, length);
  if (revision === 2) return isEqual(rc4(key, PADDING), user.subarray(0, 32)) ? key : undefined;
  let check = rc4(key, digest('md5', PADDING, id));
  for (let round = 1; round <= 19; round += 1)
    check = rc4(
      key.map((byte) => byte ^ round),
      check,
    );
  return isEqual(check, user.subarray(0, 16)) ? key : undefined;
}

function keyOfRevision5(revision: number, user: Bytes, encrypted: Bytes): Bytes | undefined {
  if (user.length < 48 || encrypted.length !== 32) return undefined;
  const hash = (salt: Bytes) => (revision === 5 ? digest('sha256', salt) : hashOfRevision6(salt));
  if (!isEqual(hash(user.subarray(32, 40)), user.subarray(0, 32))) return undefined;
  return decryptAes(hash(user.subarray(40, 48)), new Uint8Array(IV_LENGTH), encrypted);
}

/** Returns the value of an entry; empty if there is none. Readers differ in which of several they use. */
function single({ entries }: PdfDictionary, name: string): string {
  const values = entries.get(name) ?? [];
  if (values.length > 1) throw new Refused('damaged');
  return values[0] ?? '';
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
]);

/** Returns the bytes of a string in a PDF: hexadecimal digits, or characters with escapes. */
export function stringBytes(text: string): Bytes {
  if (text.startsWith('<')) {
    const digits = text.replaceAll(/[^0-9a-f]/gi, '');
    return Uint8Array.from({ length: Math.ceil(digits.length / 2) }, (_, index) =>
      Number.parseInt(digits.slice(index * 2, index * 2 + 2).padEnd(2, '0'), 16),
    );
  }
  return latin1(
    text
      .replace(/^\(|\)$/g, '')
      .replaceAll(/\\(?:([0-7]{1,3})|(\r\n|[^]))/g, (_, octal?: string, other = '') => {
        if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
        return /^[\r\n]/.test(other) ? '' : (ESCAPES.get(other) ?? other);
      }),
  );
}

function isEqual(a: Bytes, b: Bytes): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function latin1(text: string): Bytes {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

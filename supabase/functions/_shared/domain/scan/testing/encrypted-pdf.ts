import { createCipheriv } from 'node:crypto';
import { zlibSync } from 'fflate';
import { digest, hashOfRevision6, rc4 } from '../pdf-cipher.ts';
import { latin1, type Bytes } from './office-files.ts';
import { concatBytes } from './pdf-files.ts';

type Encryption = 'RC4-40' | 'RC4-128' | 'AES-128' | 'AES-256 of revision 5' | 'AES-256';

const PADDING = latin1(
  '\x28\xbf\x4e\x5e\x4e\x75\x8a\x41\x64\x00\x4e\x56\xff\xfa\x01\x08\x2e\x2e\x00\xb6\xd0\x68\x3e\x80\x2f\x0c\xa9\xfe\x64\x53\x69\x7a',
);
const ID = latin1('0123456789abcdef');
const OWNER = latin1('o'.repeat(32));
const PERMISSIONS = -3904;
const ENCRYPT = 6;

const hex = (bytes: Uint8Array) => `<${Buffer.from(bytes).toString('hex')}>`;
const plain = (bytes: Uint8Array): Bytes => new Uint8Array(bytes);

function aes(key: Uint8Array, iv: Uint8Array, data: Uint8Array, isPadded: boolean): Bytes {
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, iv);
  cipher.setAutoPadding(isPadded);
  return plain(Buffer.concat([cipher.update(data), cipher.final()]));
}

/** Returns the key and the dictionary for a password that opens the file. */
function prepare(encryption: Encryption, password: Uint8Array) {
  if (encryption.startsWith('AES-256')) {
    const isOld = encryption !== 'AES-256';
    const key = latin1('k'.repeat(32));
    const salts = [latin1('validate'), latin1('keysalt!')] as const;
    const hash = (salt: Uint8Array) =>
      isOld ? digest('sha256', concatBytes([password, salt])) : hashOfRevision6(salt);
    const user = concatBytes([hash(salts[0]), ...salts]);
    const userKey = aes(hash(salts[1]), new Uint8Array(16), key, false);
    const dictionary =
      `/V 5 /R ${isOld ? 5 : 6} /Length 256 /CF << /StdCF << /CFM /AESV3 /Length 32 >> >> /StmF /StdCF /StrF /StdCF ` +
      `/U ${hex(user)} /UE ${hex(userKey)} /O ${hex(user)} /OE ${hex(userKey)} /Perms ${hex(ID)}`;
    return { key, dictionary };
  }
  const [version, revision, length] =
    encryption === 'RC4-40' ? [1, 2, 5] : encryption === 'RC4-128' ? [2, 3, 16] : [4, 4, 16];
  const flags = new Uint8Array(4);
  new DataView(flags.buffer).setInt32(0, PERMISSIONS, true);
  const padded = concatBytes([password, PADDING]).subarray(0, 32);
  let hash = digest('md5', padded, OWNER, flags, ID);
  if (revision > 2)
    for (let round = 0; round < 50; round += 1) hash = digest('md5', hash.subarray(0, length));
  const key = plain(hash.subarray(0, length));
  let user = revision === 2 ? rc4(key, PADDING) : rc4(key, digest('md5', PADDING, ID));
  for (let round = 1; revision > 2 && round <= 19; round += 1)
    user = rc4(
      key.map((byte) => byte ^ round),
      user,
    );
  const filter =
    version === 4 ? '/CF << /StdCF << /CFM /AESV2 >> >> /StmF /StdCF /StrF /StdCF' : '';
  const dictionary = `/V ${version} /R ${revision} /Length ${length * 8} ${filter} /O ${hex(OWNER)} /U ${hex(concatBytes([user, PADDING]).subarray(0, 32))}`;
  return { key, dictionary };
}

interface Options {
  encryption: Encryption;
  /** The password that opens the file. */
  password?: string;
  /** Objects in an object stream: a table of numbers and offsets, then the objects. */
  packed?: string;
  isPackedCompressed?: boolean;
  more?: string;
}

/** Builds a PDF with one line of text that forbids changes. */
export function encryptedPdf({
  encryption,
  password = '',
  packed = '9 0 << /A 1 >>',
  isPackedCompressed = true,
  more = '',
}: Options): Bytes {
  const { key, dictionary } = prepare(encryption, latin1(password));
  const encrypt = (number: number, data: Uint8Array): Bytes => {
    const isAes = encryption.startsWith('AES');
    const object = Uint8Array.of(number, 0, 0, 0, 0);
    const salt = latin1(isAes ? 'sAlT' : '');
    const own = encryption.startsWith('AES-256')
      ? key
      : digest('md5', key, object, salt).subarray(0, Math.min(16, key.length + 5));
    return isAes ? concatBytes([ID, aes(own, ID, data, true)]) : plain(rc4(own, data));
  };
  const stream = (number: number, entries: string, data: Uint8Array) => {
    const encrypted = encrypt(number, data);
    return concatBytes([
      latin1(`<< ${entries} /Length ${encrypted.length} >>\nstream\n`),
      encrypted,
      latin1('\nendstream'),
    ]);
  };
  const content = latin1('BT /F1 12 Tf 72 700 Td (Visit at nine.) Tj ET');
  const objects = latin1(packed);
  const filter = isPackedCompressed ? '/Filter /FlateDecode' : '';
  const parts: Bytes[] = [latin1('%PDF-1.7\n')];
  const add = (number: number, object: string | Bytes) =>
    parts.push(
      latin1(`${number} 0 obj\n`),
      typeof object === 'string' ? latin1(object) : object,
      latin1('\nendobj\n'),
    );
  add(1, '<< /Type /Catalog /Pages 2 0 R >>');
  add(2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>');
  add(
    3,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
  );
  add(4, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  add(5, stream(5, '', content));
  add(ENCRYPT, `<< /Filter /Standard /P ${PERMISSIONS} ${dictionary} >>`);
  add(
    7,
    stream(
      7,
      `/Type /ObjStm /N 1 /First ${packed.indexOf('<')} ${filter}`,
      isPackedCompressed ? zlibSync(objects) : objects,
    ),
  );
  parts.push(
    latin1(
      `${more}trailer << /Root 1 0 R /Encrypt ${ENCRYPT} 0 R /ID [${hex(ID)} ${hex(ID)}] >>\nstartxref\n0\n%%EOF\n`,
    ),
  );
  return concatBytes(parts);
}

export const ENCRYPTIONS: readonly Encryption[] = [
  'RC4-40',
  'RC4-128',
  'AES-128',
  'AES-256 of revision 5',
  'AES-256',
];

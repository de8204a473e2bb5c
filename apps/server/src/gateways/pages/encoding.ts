import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Decompresses brotli. @throws if it is not valid */
export const decodeBrotli = promisify(brotliDecompress);

export type Encoding = 'br' | 'gzip' | 'identity';

/** Returns the most compact encoding that a request accepts. */
export function acceptedEncoding(request: Request): Encoding {
  const accepted = new Set(
    (request.headers.get('accept-encoding') ?? '')
      .split(',')
      .filter((word) => !/;\s*q=0(\.0*)?\s*$/.test(word))
      .map((word) => word.split(';')[0]?.trim().toLowerCase()),
  );
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : 'identity';
}

/** @param quality of brotli, 0 to 11 */
export async function encode(bytes: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'br')
    return brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    });
  return encoding === 'gzip' ? gzipped(bytes) : bytes;
}

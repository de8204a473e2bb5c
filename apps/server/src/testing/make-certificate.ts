import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Creates a self-signed certificate for one host name.
 * @returns its files, `cert.pem` and `key.pem`
 */
export async function makeCertificate(
  folder: string,
  host: string,
): Promise<{ cert: string; key: string }> {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  await promisify(execFile)('openssl', [
    ...'req -x509 -newkey rsa:2048 -nodes -days 2'.split(' '),
    '-keyout',
    key,
    '-out',
    cert,
    '-subj',
    `/CN=${host}`,
    '-addext',
    `subjectAltName=DNS:${host}`,
  ]);
  return { cert, key };
}

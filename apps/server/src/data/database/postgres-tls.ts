import { readFileSync } from 'node:fs';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';

/** TLS options of a connection to PostgreSQL, in the form of its driver. */
export type PostgresTls = false | 'prefer' | 'require' | ConnectionOptions;

const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;

/**
 * Removes sslmode, sslrootcert, sslcert, sslkey and channel_binding from a connection string, and converts them with the
 * meaning that PostgreSQL's own programs give them: https://www.postgresql.org/docs/current/libpq-ssl.html
 * The driver has no channel binding: a verified certificate replaces it.
 * @throws Error with a message that names the expected value, without the connection string: it may hold a password
 */
export function readPostgresTls(databaseUrl: string): { url: string; tls: PostgresTls } {
  const url = new URL(databaseUrl);
  const mode = url.searchParams.get('sslmode');
  const [ca, cert, key] = FILES.map((name) => readPem(name, url.searchParams.get(name)));
  const binding = url.searchParams.get('channel_binding');
  for (const name of ['sslmode', 'channel_binding', ...FILES]) url.searchParams.delete(name);
  if (mode !== null && !MODES.includes(mode))
    throw new Error(`sslmode in DATABASE_URL must be one of ${MODES.join(', ')}.`);
  if (binding === 'require' && mode !== 'verify-full')
    throw new Error(
      'channel_binding=require in DATABASE_URL is not supported. Use sslmode=verify-full, which also proves that the server is the right one.',
    );
  return { url: url.href, tls: buildTlsOptions(mode, url.hostname, { ca, cert, key }) };
}

type Pem = Record<'ca' | 'cert' | 'key', string | undefined>;

function buildTlsOptions(mode: string | null, host: string, { ca, cert, key }: Pem): PostgresTls {
  const own = { ...(cert !== undefined && { cert }), ...(key !== undefined && { key }) };
  const verified = { ...own, rejectUnauthorized: true, ...(ca !== undefined && { ca }) };
  // The driver passes no host if it is an address, and Node would then verify the certificate for localhost.
  if (mode === 'verify-full')
    return { ...verified, checkServerIdentity: (_host, found) => checkServerIdentity(host, found) };
  // Only the signature of the certificate is verified, not its host name.
  if (mode === 'verify-ca' || (mode === 'require' && ca !== undefined))
    return { ...verified, checkServerIdentity: () => undefined };
  if (mode === 'require')
    return cert === undefined ? 'require' : { ...own, rejectUnauthorized: false };
  return mode === 'allow' || mode === 'prefer' ? 'prefer' : false;
}

function readPem(name: string, file: string | null): string | undefined {
  if (file === null) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error(`${name} in DATABASE_URL: ${file} cannot be read.`);
  }
}

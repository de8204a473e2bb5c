import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPostgresCluster, type PostgresCluster } from '../../testing/index.ts';
import { makeCertificate } from '../../testing/make-certificate.ts';
import { openDatabase } from './index.ts';

describe('sslmode of DATABASE_URL', () => {
  let folder: string;
  let cluster: PostgresCluster;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'homie-tls-'));
    const { cert, key } = await makeCertificate(folder, 'localhost');
    await chmod(folder, 0o755);
    // PostgreSQL reads a key only if it belongs to its own user or to root.
    if (process.getuid?.() === 0) {
      await promisify(execFile)('chown', ['root:65534', key]);
      await chmod(key, 0o640);
    }
    cluster = await createPostgresCluster({
      settings: { ssl: 'on', ssl_cert_file: cert, ssl_key_file: key },
    });
  });
  afterAll(async () => {
    await cluster.remove();
    await rm(folder, { recursive: true, force: true });
  });

  /** @returns whether the connection is encrypted */
  async function connect(host: string, parameters: string): Promise<boolean> {
    const url = new URL(cluster.url);
    url.host = `${host}:${url.port}`;
    const database = await openDatabase({ databaseUrl: `${url.href}?${parameters}` });
    const [row] = await database
      .query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
      .finally(database.close);
    return row?.['ssl'] === true;
  }

  test('encrypts and verifies like libpq', async () => {
    const root = () => `sslrootcert=${join(folder, 'cert.pem')}`;
    expect(await connect('127.0.0.1', '')).toBe(false);
    expect(await connect('127.0.0.1', 'sslmode=disable')).toBe(false);
    expect(await connect('127.0.0.1', 'sslmode=prefer')).toBe(true);
    expect(await connect('127.0.0.1', 'sslmode=require')).toBe(true);
    expect(await connect('127.0.0.1', `sslmode=verify-ca&${root()}`)).toBe(true);
    expect(await connect('localhost', `sslmode=verify-full&${root()}`)).toBe(true);
    const bound = 'sslmode=verify-full&channel_binding=require';
    expect(await connect('localhost', `${bound}&${root()}`)).toBe(true);
    expect(await connect('127.0.0.1', 'sslmode=require&channel_binding=prefer')).toBe(true);
  });

  test('refuses who is signed by nobody known, or is another host', async () => {
    const root = `sslrootcert=${join(folder, 'cert.pem')}`;
    await expect(connect('localhost', 'sslmode=verify-full')).rejects.toThrow(
      /cannot be reached: .*self-signed.*Check DATABASE_URL/,
    );
    await expect(connect('127.0.0.1', `sslmode=verify-full&${root}`)).rejects.toThrow(
      /cannot be reached: .*does not match certificate/,
    );
  });
});

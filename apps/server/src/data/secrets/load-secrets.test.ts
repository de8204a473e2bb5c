import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { loadSecrets, SECRETS_FILE } from './load-secrets.ts';

describe('secrets', () => {
  let folder: string;
  const mode = async () => (await stat(join(folder, SECRETS_FILE))).mode & 0o777;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'homie-secrets-'));
    return () => rm(folder, { recursive: true, force: true });
  });

  test('are made once, long and different, for the owner alone', async () => {
    const secrets = await loadSecrets(folder);
    expect(secrets.jwtSecret.length).toBeGreaterThanOrEqual(64);
    expect(secrets.publishableKey).toMatch(/^sb_publishable_[\w-]{32}$/);
    expect(secrets.secretKey).toMatch(/^sb_secret_[\w-]{43}$/);
    expect(await mode()).toBe(0o600);
    expect(await loadSecrets(folder)).toEqual(secrets);
    expect(await readdir(folder)).toEqual([SECRETS_FILE]);

    const other = await mkdtemp(join(tmpdir(), 'homie-secrets-'));
    expect((await loadSecrets(other)).jwtSecret).not.toBe(secrets.jwtSecret);
    await rm(other, { recursive: true });
  });

  test('a folder without a key for the audit log gets one, permanently', async () => {
    const { auditSigningKey, ...older } = await loadSecrets(folder);
    await writeFile(join(folder, SECRETS_FILE), JSON.stringify(older));
    const secrets = await loadSecrets(folder);
    expect(secrets).toEqual({ ...older, auditSigningKey: expect.stringMatching(/^MC4CAQAw/) });
    expect(secrets.auditSigningKey).not.toBe(auditSigningKey);
    expect(await loadSecrets(folder)).toEqual(secrets);
    expect(await mode()).toBe(0o600);
    expect(await readdir(folder)).toEqual([SECRETS_FILE]);
  });

  test('a file that others could read is narrowed', async () => {
    await loadSecrets(folder);
    await chmod(join(folder, SECRETS_FILE), 0o644);
    await loadSecrets(folder);
    expect(await mode()).toBe(0o600);
  });

  test.each(['', '{', '{}', '{"jwtSecret":"short","publishableKey":"x","secretKey":"y"}'])(
    'a damaged file is refused, not replaced: %s',
    async (text) => {
      await writeFile(join(folder, SECRETS_FILE), text);
      await expect(loadSecrets(folder)).rejects.toThrow(/damaged/);
    },
  );
});

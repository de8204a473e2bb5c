import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { createFile, replaceFile } from '../files/safe-files.ts';
import { isSystemError } from '../../http/system-error.ts';
import { generateSecrets, generateSigningKey, type Secrets } from './secrets.ts';

/** Name of the file in the data folder. */
export const SECRETS_FILE = 'secrets.json';
const OWNER_ONLY = 0o600;

const secretsSchema = z.object({
  jwtSecret: z.string().check(z.minLength(32)),
  publishableKey: z.string().check(z.startsWith('sb_publishable_')),
  secretKey: z.string().check(z.startsWith('sb_secret_')),
  // A folder from before checkpoints were introduced has none.
  auditSigningKey: z.optional(z.string()),
});

/**
 * Reads the secrets of a data folder, or generates them at the first start. The file is readable by its owner alone; a
 * wider mode is narrowed.
 * @throws if the file exists but is not ours
 */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, SECRETS_FILE);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (text === undefined)
    return (await storeSecrets(file, generateSecrets())) ?? loadSecrets(dataDir);
  if (((await stat(file)).mode & 0o777) !== OWNER_ONLY) await chmod(file, OWNER_ONLY);
  const parsed = secretsSchema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new Error(`${file} is damaged: restore it, or remove it to make new keys`);
  const { auditSigningKey, ...secrets } = parsed.data;
  if (auditSigningKey !== undefined) return { ...secrets, auditSigningKey };
  return rewriteSecrets(file, { ...secrets, auditSigningKey: generateSigningKey() });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @returns undefined if another process was first */
async function storeSecrets(file: string, secrets: Secrets): Promise<Secrets | undefined> {
  try {
    await createFile(file, serialize(secrets));
    return secrets;
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error;
    return undefined;
  }
}

async function rewriteSecrets(file: string, secrets: Secrets): Promise<Secrets> {
  await replaceFile(file, serialize(secrets));
  return secrets;
}

/** Replaces the secrets of a data folder. */
export async function replaceSecrets(dataDir: string, secrets: Secrets): Promise<void> {
  await rewriteSecrets(join(dataDir, SECRETS_FILE), secrets);
}

/**
 * Parses secrets that were stored elsewhere.
 * @throws if they are not ours
 */
export function readSecrets(stored: unknown): Secrets {
  const { auditSigningKey = generateSigningKey(), ...secrets } = secretsSchema.parse(stored);
  return { ...secrets, auditSigningKey };
}

function serialize(secrets: Secrets): string {
  return `${JSON.stringify(secrets, null, 2)}\n`;
}

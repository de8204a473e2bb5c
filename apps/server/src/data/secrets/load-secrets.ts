import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { linkIntoPlace, moveIntoPlace } from '../files/safe-files.ts';
import { isSystemError } from '../../http/system-error.ts';
import { generateSecrets, generateSigningKey, type Secrets } from './secrets.ts';

/** In the data folder. */
export const SECRETS_FILE = 'secrets.json';
const OWNER_ONLY = 0o600;

const secretsSchema = z.object({
  jwtSecret: z.string().check(z.minLength(32)),
  publishableKey: z.string().check(z.startsWith('sb_publishable_')),
  secretKey: z.string().check(z.startsWith('sb_secret_')),
  // A folder from before there were checkpoints has none.
  auditSigningKey: z.optional(z.string()),
});

/**
 * Reads the secrets of a data folder, making them at the first start. The file is readable by its
 * owner alone; a wider mode is narrowed.
 * @throws when the file is there but is not ours
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

/**
 * Written aside and linked into place: the file is never there half.
 * @returns undefined when another process was first
 */
async function storeSecrets(file: string, secrets: Secrets): Promise<Secrets | undefined> {
  const aside = await writeAside(file, secrets);
  try {
    await linkIntoPlace(aside, file);
    return secrets;
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error;
    return undefined;
  } finally {
    await rm(aside, { force: true });
  }
}

async function rewriteSecrets(file: string, secrets: Secrets): Promise<Secrets> {
  await moveIntoPlace(await writeAside(file, secrets), file);
  return secrets;
}

/** Puts these secrets in place of whatever a data folder has. */
export async function replaceSecrets(dataDir: string, secrets: Secrets): Promise<void> {
  await rewriteSecrets(join(dataDir, SECRETS_FILE), secrets);
}

/** Secrets that were kept elsewhere. @throws when they are none of ours */
export function readSecrets(kept: unknown): Secrets {
  const { auditSigningKey = generateSigningKey(), ...secrets } = secretsSchema.parse(kept);
  return { ...secrets, auditSigningKey };
}

async function writeAside(file: string, secrets: Secrets): Promise<string> {
  const aside = `${file}.${process.pid}`;
  await writeFile(aside, `${JSON.stringify(secrets, null, 2)}\n`, {
    mode: OWNER_ONLY,
    flush: true,
  });
  return aside;
}

import type { SignedStatement } from '@homie/contracts';
import { decodeBase64, encodeBase64 } from './base64.ts';
import type { PublicKey, SigningKey } from './signing-keys.ts';

/** Serialises a statement as JSON and signs that text. */
export async function signStatement(
  { privateKey, publicKey }: SigningKey,
  statement: object,
): Promise<SignedStatement> {
  const payload = JSON.stringify(statement);
  const signature = await crypto.subtle.sign(
    'Ed25519',
    privateKey,
    new TextEncoder().encode(payload),
  );
  return { payload, keyId: publicKey.id, signature: encodeBase64(new Uint8Array(signature)) };
}

/** Returns true if one of the keys signed the statement. */
export async function isSigned(
  { payload, keyId, signature }: SignedStatement,
  keys: readonly PublicKey[],
): Promise<boolean> {
  const key = keys.find(({ id }) => id === keyId)?.key;
  const bytes = decodeBase64(signature);
  if (!key || !bytes) return false;
  return crypto.subtle.verify('Ed25519', key, bytes, new TextEncoder().encode(payload));
}

/**
 * Verifies the signature of a statement and parses its payload.
 * @returns undefined if none of the keys signed it, or if it is a statement of another kind
 */
export async function readStatement<Said>(
  statement: SignedStatement,
  keys: readonly PublicKey[],
  schema: { safeParse: (said: unknown) => { success: true; data: Said } | { success: false } },
): Promise<Said | undefined> {
  if (!(await isSigned(statement, keys))) return undefined;
  const said = schema.safeParse(JSON.parse(statement.payload));
  return said.success ? said.data : undefined;
}

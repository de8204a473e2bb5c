import type { SignedStatement } from '@homie/contracts';
import { bytesOf, textOf } from './base64.ts';
import type { PublicKey, SigningKey } from './signing-keys.ts';

/** Signs a statement as the text that it is. */
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
  return { payload, keyId: publicKey.id, signature: textOf(new Uint8Array(signature)) };
}

/** Whether one of the keys has signed the statement. */
export async function isSigned(
  { payload, keyId, signature }: SignedStatement,
  keys: readonly PublicKey[],
): Promise<boolean> {
  const key = keys.find(({ id }) => id === keyId)?.key;
  const bytes = bytesOf(signature);
  if (!key || !bytes) return false;
  return crypto.subtle.verify('Ed25519', key, bytes, new TextEncoder().encode(payload));
}

/**
 * What a signed statement says.
 * @returns undefined when nobody known has signed it, or it is of another kind
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

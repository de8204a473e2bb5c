import type { AuditKey } from '@homie/contracts';
import { sha256 } from '../../http/sha256.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';

/** The DER prefixes (PKCS #8 and SPKI) of the 32 bytes of an Ed25519 key. https://www.rfc-editor.org/rfc/rfc8410 */
const PRIVATE_PREFIX = '302e020100300506032b657004220420';
const PUBLIC_PREFIX = '302a300506032b6570032100';

export const KEY_SENTENCE =
  'Set AUDIT_SIGNING_KEY to an Ed25519 key: openssl genpkey -algorithm ed25519 -outform DER | base64 -w0';
export const FORMER_KEYS_SENTENCE =
  'Set AUDIT_FORMER_KEYS to public keys that `npm run homie -- audit keys` has printed, separated by commas.';

/** The private key that signs statements, and its public key. */
export interface SigningKey {
  privateKey: CryptoKey;
  publicKey: PublicKey;
}

/** A public key with its ID. */
export interface PublicKey extends Omit<AuditKey, 'current'> {
  key: CryptoKey;
}

/** Returns true if a text is a private key in the format of AUDIT_SIGNING_KEY. */
export function isPrivateKey(text: string): boolean {
  return decodePem(text, PRIVATE_PREFIX) !== undefined;
}

/** Returns true if a text is a public key as printed, with or without the PEM header and footer. */
export function isPublicKey(text: string): boolean {
  return decodePem(text, PUBLIC_PREFIX) !== undefined;
}

/**
 * Parses a private key and derives its public key.
 * @throws Error that explains how to set the key, without the invalid value
 */
export async function readSigningKey(text: string): Promise<SigningKey> {
  const der = decodePem(text, PRIVATE_PREFIX);
  if (!der) throw new Error(KEY_SENTENCE);
  const extractable = await crypto.subtle.importKey('pkcs8', der, 'Ed25519', true, ['sign']);
  const { x = '' } = await crypto.subtle.exportKey('jwk', extractable);
  const privateKey = await crypto.subtle.importKey('pkcs8', der, 'Ed25519', false, ['sign']);
  const raw = decodeBase64(x.replaceAll('-', '+').replaceAll('_', '/')) ?? new Uint8Array();
  const publicKey = await readPublicKey(
    encodeBase64(new Uint8Array([...fromHex(PUBLIC_PREFIX), ...raw])),
  );
  return { privateKey, publicKey };
}

/**
 * Parses a public key.
 * @throws Error if the text is no public key
 */
export async function readPublicKey(text: string): Promise<PublicKey> {
  const der = decodePem(text, PUBLIC_PREFIX);
  if (!der) throw new Error('This is no public key of the audit log.');
  const key = await crypto.subtle.importKey('spki', der, 'Ed25519', true, ['verify']);
  const id = (await sha256(der.slice(PUBLIC_PREFIX.length / 2))).slice(0, 16);
  return { id, publicKey: encodeBase64(der), key };
}

function decodePem(text: string, prefix: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = decodeBase64(text.replaceAll(/-----[A-Z ]+-----|\s/g, ''));
  const isWhole = bytes?.length === prefix.length / 2 + 32;
  return isWhole && toHex(bytes).startsWith(prefix) ? bytes : undefined;
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(hex: string): number[] {
  return Array.from({ length: hex.length / 2 }, (_, at) =>
    parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  );
}

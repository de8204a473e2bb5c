const NAME = 'AES-GCM';

/** An encrypted value. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

/** Creates a key that encrypts and decrypts in this browser, and that no script can read. */
export function createKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: NAME, length: 256 }, false, ['encrypt', 'decrypt']);
}

/**
 * Encrypts a value as JSON.
 * @param label readable text that belongs to the value: decryption needs the same
 */
export async function encrypt(key: CryptoKey, value: unknown, label: string): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(value));
  const additionalData = new TextEncoder().encode(label);
  return { iv, data: await crypto.subtle.encrypt({ name: NAME, iv, additionalData }, key, text) };
}

/**
 * Decrypts a value.
 * @throws if key, label or data are not those of the encryption
 */
export async function decrypt(
  key: CryptoKey,
  { iv, data }: Sealed,
  label: string,
): Promise<unknown> {
  const additionalData = new TextEncoder().encode(label);
  const text = await crypto.subtle.decrypt({ name: NAME, iv, additionalData }, key, data);
  return JSON.parse(new TextDecoder().decode(text));
}

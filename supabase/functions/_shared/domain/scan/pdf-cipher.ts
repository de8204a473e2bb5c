import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';

type Bytes = Uint8Array;
type Digest = 'md5' | 'sha256' | 'sha384' | 'sha512';

/** Returns the hash of byte arrays. */
export function digest(algorithm: Digest, ...parts: readonly Bytes[]): Bytes {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}

/** Encrypts or decrypts with RC4, which OpenSSL no longer has. */
export function rc4(key: Bytes, data: Bytes): Bytes {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number) => {
    const value = state[a] ?? 0;
    state[a] = state[b] ?? 0;
    state[b] = value;
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 0xff;
    swap(i, j);
  }
  const result = new Uint8Array(data.length);
  for (let at = 0, i = 0, j = 0; at < data.length; at += 1) {
    i = (i + 1) & 0xff;
    j = (j + (state[i] ?? 0)) & 0xff;
    swap(i, j);
    result[at] = (data[at] ?? 0) ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 0xff] ?? 0);
  }
  return result;
}

/** Decrypts AES-CBC without removing the padding. The length of the key chooses AES-128 or AES-256. */
export function decryptAes(key: Bytes, iv: Bytes, data: Bytes): Bytes {
  const cipher = createDecipheriv(`aes-${key.length === 32 ? 256 : 128}-cbc`, key, iv);
  cipher.setAutoPadding(false);
  // Without padding, nothing is left for the end.
  return new Uint8Array(cipher.update(data));
}

/** Returns the hash of an empty password of revision 6 (ISO 32000-2, algorithm 2.B). */
export function hashOfRevision6(salt: Bytes): Bytes {
  let key = digest('sha256', salt);
  for (let round = 0; ; round += 1) {
    const block = new Uint8Array(key.length * 64);
    for (let at = 0; at < 64; at += 1) block.set(key, at * key.length);
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32));
    cipher.setAutoPadding(false);
    const encrypted = new Uint8Array(cipher.update(block));
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = digest((['sha256', 'sha384', 'sha512'] as const)[remainder] ?? 'sha256', encrypted);
    if (round >= 63 && (encrypted.at(-1) ?? 0) <= round - 31) return key.subarray(0, 32);
  }
}

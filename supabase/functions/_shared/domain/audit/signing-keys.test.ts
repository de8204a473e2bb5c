import { createHash, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { isPrivateKey, isPublicKey, readPublicKey, readSigningKey } from './signing-keys.ts';
import { isSigned, signStatement } from './statements.ts';

const base64 = (der: Buffer) => der.toString('base64');
function newPair() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateText: base64(privateKey.export({ type: 'pkcs8', format: 'der' })),
    publicText: base64(publicKey.export({ type: 'spki', format: 'der' })),
    raw: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32),
  };
}
// Among many keys, some contain the characters that differ between base64 and base64url.
const pairs = Array.from({ length: 20 }, newPair);

test('readSigningKey derives the matching public key, and signatures verify with it', async () => {
  for (const { privateText, publicText, raw } of pairs) {
    const key = await readSigningKey(privateText);
    expect(key.publicKey.publicKey).toBe(publicText);
    expect(key.publicKey.id).toBe(createHash('sha256').update(raw).digest('hex').slice(0, 16));
    expect(key.publicKey.id).toBe((await readPublicKey(publicText)).id);
    const statement = await signStatement(key, { kind: 'x' });
    expect(await isSigned(statement, [await readPublicKey(publicText)])).toBe(true);
  }
});

test('the private key is not extractable, the public key is', async () => {
  const { privateKey, publicKey } = await readSigningKey(pairs[0]?.privateText ?? '');
  expect(privateKey.extractable).toBe(false);
  expect(privateKey.usages).toEqual(['sign']);
  expect(publicKey.key.extractable).toBe(true);
  expect(publicKey.key.usages).toEqual(['verify']);
});

test('isSigned selects the key by the id in the statement', async () => {
  const [one, two] = await Promise.all(
    pairs.slice(0, 2).map(({ privateText }) => readSigningKey(privateText)),
  );
  if (!one || !two) throw new Error('no keys');
  const statement = await signStatement(two, { kind: 'x' });
  expect(await isSigned(statement, [one.publicKey, two.publicKey])).toBe(true);
});

test('private and public keys are recognised with and without PEM lines', () => {
  const [{ privateText, publicText } = newPair()] = pairs;
  const pem = `-----BEGIN PRIVATE KEY-----\n${privateText.slice(0, 40)}\n${privateText.slice(40)}\n-----END PRIVATE KEY-----\n`;
  expect([privateText, pem, publicText, '', '%'].map(isPrivateKey)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect([publicText, ` ${publicText}\n`, privateText, '', '%'].map(isPublicKey)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('an invalid key is refused with an error that says what to set, without the key', async () => {
  const [{ privateText, publicText } = newPair()] = pairs;
  for (const text of [publicText, `${privateText}AAAA`, privateText.slice(4), 'A'.repeat(64)])
    await expect(readSigningKey(text)).rejects.toThrow(/^Set AUDIT_SIGNING_KEY(?!.*[\w+/]{40})/s);
  await expect(readPublicKey(privateText)).rejects.toThrow('This is no public key');
});

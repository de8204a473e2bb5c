import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { readAuditEnvironment } from './environment.ts';

const pair = generateKeyPairSync('ed25519');
const key = pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const otherKind = generateKeyPairSync('x25519')
  .privateKey.export({ type: 'pkcs8', format: 'der' })
  .toString('base64');

const read = (variables: Record<string, string>) =>
  readAuditEnvironment({
    SUPABASE_URL: 'https://x.example.org',
    SUPABASE_ANON_KEY: 'sb_publishable_1',
    SUPABASE_SERVICE_ROLE_KEY: 'sb_secret_1',
    ...variables,
  }).audit;

test('the audit settings are read from variables', () => {
  expect(read({ AUDIT_SIGNING_KEY: key })).toEqual({
    signingKey: key,
    formerKeys: [],
    exportsPerHour: 30,
  });
  expect(
    read({
      AUDIT_SIGNING_KEY: ` ${key}\n`,
      AUDIT_FORMER_KEYS: `${publicKey}, ${publicKey}`,
      AUDIT_EXPORTS_PER_HOUR: '5',
      AUDIT_ANCHOR_URL: 'https://anchor.example.org/homie',
      AUDIT_RETENTION_DAYS: '730',
    }),
  ).toEqual({
    signingKey: key,
    formerKeys: [publicKey, publicKey],
    anchorUrl: 'https://anchor.example.org/homie',
    exportsPerHour: 5,
    retentionDays: 730,
  });
});

test.each([
  [{}, 'Set AUDIT_SIGNING_KEY to an Ed25519 key'],
  [{ AUDIT_SIGNING_KEY: 'secret-words' }, 'Set AUDIT_SIGNING_KEY to an Ed25519 key'],
  [{ AUDIT_SIGNING_KEY: otherKind }, 'Set AUDIT_SIGNING_KEY to an Ed25519 key'],
  [{ AUDIT_SIGNING_KEY: publicKey }, 'Set AUDIT_SIGNING_KEY to an Ed25519 key'],
  [{ AUDIT_SIGNING_KEY: key, AUDIT_FORMER_KEYS: 'x' }, 'Set AUDIT_FORMER_KEYS to public keys'],
  [{ AUDIT_SIGNING_KEY: key, AUDIT_FORMER_KEYS: key }, 'Set AUDIT_FORMER_KEYS to public keys'],
  [{ AUDIT_SIGNING_KEY: key, AUDIT_RETENTION_DAYS: '0' }, 'AUDIT_RETENTION_DAYS must be a whole'],
  [
    { AUDIT_SIGNING_KEY: key, AUDIT_ANCHOR_URL: 'http://anchor.example.org/?token=1' },
    'AUDIT_ANCHOR_URL must be of the form https://',
  ],
  [{ AUDIT_SIGNING_KEY: key, AUDIT_ANCHOR_URL: 'anchor' }, 'AUDIT_ANCHOR_URL must be of the form'],
  [{ AUDIT_SIGNING_KEY: key, AUDIT_EXPORTS_PER_HOUR: 'x' }, 'AUDIT_EXPORTS_PER_HOUR must be a'],
])('%o is refused with an error that says what to set, without the value', (variables, message) => {
  const attempt = () => read(variables);
  expect(attempt).toThrow(message);
  const words = Object.values(variables).filter((value) => value.length > 3);
  for (const word of words) expect(attempt).not.toThrow(word);
});

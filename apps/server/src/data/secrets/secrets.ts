import { generateKeyPairSync, randomBytes } from 'node:crypto';

/** What only this installation knows. Lost secrets end all sessions; no data is lost. */
export interface Secrets {
  /** Signs access tokens (HS256). */
  jwtSecret: string;
  /** Sent by browsers; identifies the project and opens nothing by itself. */
  publishableKey: string;
  /** Bypasses row-level security; never leaves the server. */
  secretKey: string;
  /** Signs checkpoints of the audit log: base64 of an Ed25519 key in its DER form. Lost, older ones cannot be checked. */
  auditSigningKey: string;
}

/** A new key to sign with. */
export function generateSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
}

/** New secrets, from the system's random source. */
export function generateSecrets(): Secrets {
  const random = (bytes: number) => randomBytes(bytes).toString('base64url');
  return {
    jwtSecret: random(48),
    publishableKey: `sb_publishable_${random(24)}`,
    secretKey: `sb_secret_${random(32)}`,
    auditSigningKey: generateSigningKey(),
  };
}

import { generateKeyPairSync, randomBytes } from 'node:crypto';

/** Secrets of an installation. Losing them ends all sessions; no data is lost. */
export interface Secrets {
  /** Signs access tokens (HS256). */
  jwtSecret: string;
  /** Sent by browsers; identifies the project and grants no access by itself. */
  publishableKey: string;
  /** Bypasses row-level security; never sent to clients. */
  secretKey: string;
  /**
   * Signs checkpoints of the audit log: base64 of an Ed25519 key in its DER form. If lost, older ones cannot be
   * verified.
   */
  auditSigningKey: string;
}

/** Generates a signing key. */
export function generateSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
}

/** Generates secrets from the system's random source. */
export function generateSecrets(): Secrets {
  const random = (bytes: number) => randomBytes(bytes).toString('base64url');
  return {
    jwtSecret: random(48),
    publishableKey: `sb_publishable_${random(24)}`,
    secretKey: `sb_secret_${random(32)}`,
    auditSigningKey: generateSigningKey(),
  };
}

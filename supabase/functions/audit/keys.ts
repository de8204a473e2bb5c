import type { AuditKey } from '@homie/contracts';
import {
  readPublicKey,
  readSigningKey,
  type PublicKey,
  type SigningKey,
} from '../_shared/domain/audit/signing-keys.ts';
import type { AuditSettings } from './audit-settings.ts';

/** The key that signs, and all keys whose signatures are valid. */
export interface AuditKeys {
  signing: SigningKey;
  known: readonly PublicKey[];
}

/** Returns a function that reads the keys of the settings once and caches them. */
export function auditKeys({ signingKey, formerKeys }: AuditSettings): () => Promise<AuditKeys> {
  let reading: Promise<AuditKeys> | undefined;
  const read = async (): Promise<AuditKeys> => {
    const signing = await readSigningKey(signingKey);
    const former = await Promise.all(formerKeys.map(readPublicKey));
    return {
      signing,
      known: [signing.publicKey, ...former.filter(({ id }) => id !== signing.publicKey.id)],
    };
  };
  return () => (reading ??= read());
}

/** Returns the public keys as they are published. */
export function shownKeys({ signing, known }: AuditKeys): AuditKey[] {
  return known.map(({ id, publicKey }) => ({
    id,
    publicKey,
    current: id === signing.publicKey.id,
  }));
}

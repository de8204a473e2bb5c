import type { AuditKey } from '@homie/contracts';
import {
  readPublicKey,
  readSigningKey,
  type PublicKey,
  type SigningKey,
} from '../_shared/domain/audit/signing-keys.ts';
import type { AuditSettings } from './audit-settings.ts';

/** The key that signs and all whose signatures are good. */
export interface AuditKeys {
  signing: SigningKey;
  known: readonly PublicKey[];
}

/** Reads the keys of the settings, once. */
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

/** The keys as anybody may see them. */
export function shownKeys({ signing, known }: AuditKeys): AuditKey[] {
  return known.map(({ id, publicKey }) => ({
    id,
    publicKey,
    current: id === signing.publicKey.id,
  }));
}

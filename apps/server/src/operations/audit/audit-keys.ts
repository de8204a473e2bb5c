import { existsSync } from 'node:fs';
import {
  AUDIT_DEFAULTS,
  type AuditSettings,
} from '../../../../../supabase/functions/audit/audit-settings.ts';
import { auditKeys, type AuditKeys } from '../../../../../supabase/functions/audit/keys.ts';
import { loadSecrets } from '../../data/secrets/load-secrets.ts';
import { AuditCommandError } from './audit-errors.ts';

interface KeyLocation {
  dataDir: string;
  functionSettings?: { audit?: Partial<AuditSettings> };
}

/**
 * Reads the signing key: that of the settings, otherwise that of the data folder.
 * @throws {AuditCommandError} if there is none
 */
export async function readSigningKey({ dataDir, functionSettings }: KeyLocation): Promise<string> {
  const given = functionSettings?.audit?.signingKey;
  if (given !== undefined) return given;
  if (!existsSync(dataDir))
    throw new AuditCommandError(`There is no data in ${dataDir}: start the server once.`);
  return (await loadSecrets(dataDir)).auditSigningKey;
}

/**
 * Reads the keys that sign and verify the log.
 * @throws {AuditCommandError} if there are none
 */
export async function readAuditKeys(location: KeyLocation): Promise<AuditKeys> {
  const signingKey = await readSigningKey(location);
  return auditKeys({ ...AUDIT_DEFAULTS, ...location.functionSettings?.audit, signingKey })();
}

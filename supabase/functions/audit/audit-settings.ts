import {
  FORMER_KEYS_SENTENCE,
  isPrivateKey,
  isPublicKey,
  KEY_SENTENCE,
} from '../_shared/domain/audit/signing-keys.ts';

/** Settings of the audit log. */
export interface AuditSettings {
  /** Private key that signs checkpoints and manifests: base64 of the DER form of an Ed25519 key. */
  signingKey: string;
  /** Public keys that were in use before: their signatures stay valid. */
  formerKeys: readonly string[];
  /** Endpoint that each checkpoint is posted to as JSON; none by default. */
  anchorUrl?: string;
  /** Maximum number of exports that a user may start per hour. */
  exportsPerHour: number;
  /**
   * Age in days after which entries are purged; nothing is purged by default. Our server writes the value to the
   * database, which purges by it.
   */
  retentionDays?: number;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Default settings. */
export const AUDIT_DEFAULTS = { formerKeys: [], exportsPerHour: 30 } as const;

/**
 * Reads AUDIT_SIGNING_KEY, AUDIT_FORMER_KEYS, AUDIT_ANCHOR_URL, AUDIT_EXPORTS_PER_HOUR and AUDIT_RETENTION_DAYS.
 * @throws Error that says what to set; it never contains a key or an address
 */
export function readAuditSettings(variables: Variables): Partial<AuditSettings> {
  const signingKey = variables['AUDIT_SIGNING_KEY']?.trim();
  if (signingKey && !isPrivateKey(signingKey)) throw new Error(KEY_SENTENCE);
  const formerKeys = readFormerKeys(variables);
  const anchorUrl = readAnchorUrl(variables);
  const exportsPerHour = readInteger(variables, 'AUDIT_EXPORTS_PER_HOUR');
  const retentionDays = readInteger(variables, 'AUDIT_RETENTION_DAYS');
  return {
    ...(signingKey && { signingKey }),
    ...(formerKeys.length > 0 && { formerKeys }),
    ...(anchorUrl !== undefined && { anchorUrl }),
    ...(exportsPerHour !== undefined && { exportsPerHour }),
    ...(retentionDays !== undefined && { retentionDays }),
  };
}

function readFormerKeys(variables: Variables): string[] {
  const keys = (variables['AUDIT_FORMER_KEYS'] ?? '').split(',').flatMap((key) => key.trim() || []);
  if (!keys.every(isPublicKey)) throw new Error(FORMER_KEYS_SENTENCE);
  return keys;
}

/** Reads AUDIT_ANCHOR_URL. The address may contain a token: HTTP is accepted for localhost only. */
function readAnchorUrl(variables: Variables): string | undefined {
  const text = variables['AUDIT_ANCHOR_URL']?.trim();
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url?.hostname ?? '');
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLocal))
    throw new Error('AUDIT_ANCHOR_URL must be of the form https://example.org/path');
  return url.href;
}

function readInteger(variables: Variables, name: string): number | undefined {
  const text = variables[name]?.trim();
  if (!text) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new Error(`${name} must be a whole number from 1 to 99999`);
  return Number(text);
}

import {
  FORMER_KEYS_SENTENCE,
  isPrivateKey,
  isPublicKey,
  KEY_SENTENCE,
} from '../_shared/domain/audit/signing-keys.ts';

/** How the audit log is kept. */
export interface AuditSettings {
  /** What checkpoints and manifests are signed with: base64 of the DER form of an Ed25519 key. */
  signingKey: string;
  /** Public keys that were in use before: what they signed stays good. */
  formerKeys: readonly string[];
  /** Where each checkpoint is posted to as JSON; nowhere unless given. */
  anchorUrl?: string;
  /** How many exports a person may begin in an hour. */
  exportsPerHour: number;
  /** Entries older than so many days are purged; none are unless given. A server of ours writes it into the database, by which it purges. */
  retentionDays?: number;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** What holds unless it is set. */
export const AUDIT_DEFAULTS = { formerKeys: [], exportsPerHour: 30 } as const;

/**
 * Reads AUDIT_SIGNING_KEY, AUDIT_FORMER_KEYS, AUDIT_ANCHOR_URL, AUDIT_EXPORTS_PER_HOUR and AUDIT_RETENTION_DAYS.
 * @throws Error with what to set; it never repeats a key or an address
 */
export function readAuditSettings(variables: Variables): Partial<AuditSettings> {
  const signingKey = variables['AUDIT_SIGNING_KEY']?.trim();
  if (signingKey && !isPrivateKey(signingKey)) throw new Error(KEY_SENTENCE);
  const formerKeys = readFormerKeys(variables);
  const anchorUrl = readAnchorUrl(variables);
  const exportsPerHour = wholeNumber(variables, 'AUDIT_EXPORTS_PER_HOUR');
  const retentionDays = wholeNumber(variables, 'AUDIT_RETENTION_DAYS');
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

/** The address may hold a token, so nothing but an endpoint on this computer gets it unencrypted. */
function readAnchorUrl(variables: Variables): string | undefined {
  const text = variables['AUDIT_ANCHOR_URL']?.trim();
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url?.hostname ?? '');
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLocal))
    throw new Error('AUDIT_ANCHOR_URL must be of the form https://example.org/path');
  return url.href;
}

function wholeNumber(variables: Variables, name: string): number | undefined {
  const text = variables[name]?.trim();
  if (!text) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new Error(`${name} must be a whole number from 1 to 99999`);
  return Number(text);
}

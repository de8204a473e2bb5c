import * as z from 'zod/mini';
import { auditFilterSchema, auditLogSchema, type AuditLog } from './audit.ts';
import { idSchema } from './identifiers.ts';

/** Problems that a verification can find, by the codes that the database and the function return. */
export const AUDIT_PROBLEMS = [
  'link_missing',
  'link_changed',
  'entry_missing',
  'entry_changed',
  'end_missing',
  'entry_unlinked',
  'checkpoint_beyond_end',
  'checkpoint_differs',
  'checkpoint_invalid',
  'checkpoint_missing',
  'checkpoint_file_missing',
] as const;
const problemSchema = z.object({
  code: z.enum(AUDIT_PROBLEMS),
  /** Sequence number of the link; null for an entry without one. */
  seq: z.nullable(z.int()),
  entryId: z.nullable(idSchema()),
});
/** First problem that a verification found. */
export type AuditProblem = z.infer<typeof problemSchema>;

/** Result of verifying a section of the chain in the database. */
export const chainPieceSchema = z.object({
  to: z.int(),
  done: z.boolean(),
  purged: z.int(),
  problem: z.nullable(problemSchema),
});

/** Range of links in the chain for the entries of a period. */
export const auditRangeSchema = z.object({
  /** Sequence numbers of the first and the last link; null if there are none. */
  first: z.nullable(z.int()),
  last: z.nullable(z.int()),
  entries: z.int(),
  /** Earliest entry of the period that has no link in the chain. */
  unlinked: z.nullable(idSchema()),
});

/** Result of verifying in the database that a batch of entries, by ID, has links in the chain. */
export const unlinkedEntriesSchema = z.object({
  checked: z.int(),
  unlinked: z.int(),
  entryId: z.nullable(idSchema()),
  next: z.nullable(idSchema()),
});

const hashSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Signed statement: `payload` is JSON, and the signature covers its exact characters. */
export const signedStatementSchema = z.object({
  payload: z.string(),
  /** ID of the key, see `AuditKey`. */
  keyId: z.string(),
  /** Ed25519 over the UTF-8 bytes of `payload`, in base64. */
  signature: z.string(),
});
export type SignedStatement = z.infer<typeof signedStatementSchema>;

/** Head of the chain at a point in time. */
export const checkpointSchema = z.object({
  kind: z.literal('audit-checkpoint'),
  /** Number of the checkpoint within an installation; checkpoints of earlier releases have none. */
  number: z.optional(z.int()),
  /** SHA-256 of the previous checkpoint's `payload`; null for the first one. */
  previous: z.optional(z.nullable(hashSchema)),
  seq: z.int(),
  hash: hashSchema,
  /** Number of entries: as many as links, minus those that were purged. */
  entries: z.int(),
  madeAt: z.iso.datetime(),
});
export type AuditCheckpoint = z.infer<typeof checkpointSchema>;

/** Manifest of an export, which states the content that it must have. */
export const manifestSchema = z.object({
  kind: z.literal('audit-export'),
  exportId: idSchema(),
  format: z.enum(['csv', 'jsonl']),
  filter: z.record(z.string(), z.unknown()),
  rows: z.int(),
  /** True if more entries matched than an export may contain. */
  limited: z.boolean(),
  /** The earliest and the latest link among the rows; null without any. */
  firstSeq: z.nullable(z.int()),
  lastSeq: z.nullable(z.int()),
  /** SHA-256 of the concatenated bytes of the rows' hashes. */
  hashes: hashSchema,
  /** Sequence number of the last link that the export could contain. */
  upTo: z.int(),
  begunAt: z.iso.datetime(),
  madeAt: z.iso.datetime(),
});
export type AuditManifest = z.infer<typeof manifestSchema>;

/** A public key that statements were signed with. */
export const auditKeySchema = z.object({
  /** The first 16 digits of the SHA-256 of the key's 32 bytes. */
  id: z.string(),
  /** Base64 of the DER form, as `openssl pkey -pubout` prints it between the dashed lines. */
  publicKey: z.string(),
  /** True if statements are currently signed with it. */
  current: z.boolean(),
});
export type AuditKey = z.infer<typeof auditKeySchema>;
export const auditKeysSchema = z.object({ keys: z.array(auditKeySchema) });

/** Initial state of a verification: the head of the chain, and its comparison with the last checkpoint. */
export const auditVerificationSchema = z.object({
  head: z.object({ seq: z.int(), hash: hashSchema }),
  entries: z.int(),
  /** Last checkpoint, if any. */
  checkpoint: z.nullable(
    z.object({
      seq: z.int(),
      madeAt: z.string(),
      keyId: z.string(),
      /** True if the server also stores it outside the database. */
      outsideDatabase: z.boolean(),
    }),
  ),
  problem: z.nullable(problemSchema),
});

export const startAuditExportSchema = z.object({
  filter: auditFilterSchema,
  format: z.enum(['csv', 'jsonl'], 'format must be csv or jsonl'),
});
export type AuditExportFormat = z.infer<typeof startAuditExportSchema>['format'];
export const auditExportSchema = z.object({ id: idSchema(), upTo: z.int() });
export type AuditExport = z.infer<typeof auditExportSchema>;

/** Exported entry. */
export const auditExportRowSchema = z.object({
  seq: z.int(),
  /** Hash of the previous link. */
  previous: hashSchema,
  /** SHA-256 of `previous` and the SHA-256 of `entry`. */
  hash: hashSchema,
  /** Exact text of the entry, of which its hash was computed. */
  entry: z.string(),
});
export type AuditExportRow = z.infer<typeof auditExportRowSchema>;

const cursorSchema = z.object({ moment: z.int(), id: idSchema() });
/** Cursor from which an export continues. */
export type AuditExportCursor = z.infer<typeof cursorSchema>;
export const auditExportPageSchema = z.object({
  rows: z.array(auditExportRowSchema),
  next: z.nullable(cursorSchema),
});

/** Result of a finished export. The checkpoint is null if the chain does not match the last one. */
export const finishedExportSchema = z.object({
  manifest: signedStatementSchema,
  checkpoint: z.nullable(signedStatementSchema),
});
export type FinishedExport = z.infer<typeof finishedExportSchema>;

/** Parses the entry of a row. */
export function auditExportEntry(row: AuditExportRow): AuditLog {
  return auditLogSchema.parse(JSON.parse(row.entry));
}

/** Formats a row as a line of JSON Lines, without the line break. The entry is the last property, verbatim. */
export function auditExportLine({ seq, previous, hash, entry }: AuditExportRow): string {
  return `{"seq":${seq},"previous":"${previous}","hash":"${hash}","entry":${entry}}`;
}

/** Formats the last line of an export in JSON Lines. */
export function auditManifestLine({ manifest, checkpoint }: FinishedExport): string {
  return JSON.stringify({ manifest, checkpoint });
}

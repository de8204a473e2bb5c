import * as z from 'zod/mini';
import { auditFilterSchema, auditLogSchema, type AuditLog } from './audit.ts';
import { idSchema } from './identifiers.ts';

/** What verifying can find, by the names that the database and the function answer. */
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
  /** The number of the link; null where there is none, of an entry without one. */
  seq: z.nullable(z.int()),
  entryId: z.nullable(idSchema()),
});
/** The first thing that does not fit. */
export type AuditProblem = z.infer<typeof problemSchema>;

/** What the database says of a piece of the chain. */
export const chainPieceSchema = z.object({
  to: z.int(),
  done: z.boolean(),
  purged: z.int(),
  problem: z.nullable(problemSchema),
});

/** Where in the chain the entries of some time stand. */
export const auditRangeSchema = z.object({
  /** The first and the last link; null where nothing is. */
  first: z.nullable(z.int()),
  last: z.nullable(z.int()),
  entries: z.int(),
  /** The earliest entry of that time that the chain does not know. */
  unlinked: z.nullable(idSchema()),
});

/** What the database says of a number of entries, by their ids: whether the chain knows them. */
export const unlinkedEntriesSchema = z.object({
  checked: z.int(),
  unlinked: z.int(),
  entryId: z.nullable(idSchema()),
  next: z.nullable(idSchema()),
});

const hashSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A statement as it was signed: `payload` is JSON, and its very characters are what the signature is of. */
export const signedStatementSchema = z.object({
  payload: z.string(),
  /** Names the key, see `AuditKey`. */
  keyId: z.string(),
  /** Ed25519 over the UTF-8 bytes of `payload`, in base64. */
  signature: z.string(),
});
export type SignedStatement = z.infer<typeof signedStatementSchema>;

/** The head of the chain at a time. */
export const checkpointSchema = z.object({
  kind: z.literal('audit-checkpoint'),
  /** Counts the checkpoints of an installation; checkpoints of earlier releases have none. */
  number: z.optional(z.int()),
  /** SHA-256 of the previous checkpoint's `payload`; null for the first one. */
  previous: z.optional(z.nullable(hashSchema)),
  seq: z.int(),
  hash: hashSchema,
  /** Entries that were there: as many as links, less those that a purge had taken. */
  entries: z.int(),
  madeAt: z.iso.datetime(),
});
export type AuditCheckpoint = z.infer<typeof checkpointSchema>;

/** What an export has to hold. */
export const manifestSchema = z.object({
  kind: z.literal('audit-export'),
  exportId: idSchema(),
  format: z.enum(['csv', 'jsonl']),
  filter: z.record(z.string(), z.unknown()),
  rows: z.int(),
  /** More entries fitted than an export may hold. */
  limited: z.boolean(),
  /** The earliest and the latest link among the rows; null without any. */
  firstSeq: z.nullable(z.int()),
  lastSeq: z.nullable(z.int()),
  /** SHA-256 over the bytes of the rows' hashes, one after the other. */
  hashes: hashSchema,
  /** The last link that could be in it. */
  upTo: z.int(),
  begunAt: z.iso.datetime(),
  madeAt: z.iso.datetime(),
});
export type AuditManifest = z.infer<typeof manifestSchema>;

/** A public key that statements were signed with. */
export const auditKeySchema = z.object({
  /** The first 16 digits of the SHA-256 of the key's 32 bytes. */
  id: z.string(),
  /** As `openssl pkey -pubout` has it between its dashes: base64 of the DER form. */
  publicKey: z.string(),
  /** Whether statements are signed with it now. */
  current: z.boolean(),
});
export type AuditKey = z.infer<typeof auditKeySchema>;
export const auditKeysSchema = z.object({ keys: z.array(auditKeySchema) });

/** What a verification begins with: where the chain stands and what the last checkpoint says of it. */
export const auditVerificationSchema = z.object({
  head: z.object({ seq: z.int(), hash: hashSchema }),
  entries: z.int(),
  /** The last checkpoint that there was, if any. */
  checkpoint: z.nullable(
    z.object({
      seq: z.int(),
      madeAt: z.string(),
      keyId: z.string(),
      /** The server also stores it outside the database. */
      outsideDatabase: z.boolean(),
    }),
  ),
  problem: z.nullable(problemSchema),
});

export const beginAuditExportSchema = z.object({
  filter: auditFilterSchema,
  format: z.enum(['csv', 'jsonl'], 'format must be csv or jsonl'),
});
export type AuditExportFormat = z.infer<typeof beginAuditExportSchema>['format'];
export const auditExportSchema = z.object({ id: idSchema(), upTo: z.int() });
export type AuditExport = z.infer<typeof auditExportSchema>;

/** An entry as it is exported. */
export const auditExportRowSchema = z.object({
  seq: z.int(),
  /** The hash of the link before. */
  previous: hashSchema,
  /** SHA-256 of `previous` and the SHA-256 of `entry`. */
  hash: hashSchema,
  /** The entry as the text that its hash was taken of, to the character. */
  entry: z.string(),
});
export type AuditExportRow = z.infer<typeof auditExportRowSchema>;

const placeSchema = z.object({ moment: z.int(), id: idSchema() });
/** Where an export goes on. */
export type AuditExportPlace = z.infer<typeof placeSchema>;
export const auditExportPageSchema = z.object({
  rows: z.array(auditExportRowSchema),
  next: z.nullable(placeSchema),
});

/** What an export ends with. The checkpoint is missing where the chain does not fit the last one. */
export const finishedExportSchema = z.object({
  manifest: signedStatementSchema,
  checkpoint: z.nullable(signedStatementSchema),
});
export type FinishedExport = z.infer<typeof finishedExportSchema>;

/** The entry of a row. */
export function auditExportEntry(row: AuditExportRow): AuditLog {
  return auditLogSchema.parse(JSON.parse(row.entry));
}

/** A row as a line of JSON Lines, without its end. The entry comes last and as it is. */
export function auditExportLine({ seq, previous, hash, entry }: AuditExportRow): string {
  return `{"seq":${seq},"previous":"${previous}","hash":"${hash}","entry":${entry}}`;
}

/** What an export in JSON Lines ends with, as its last line. */
export function auditManifestLine({ manifest, checkpoint }: FinishedExport): string {
  return JSON.stringify({ manifest, checkpoint });
}

import * as z from 'zod/mini';

/** Version of the archive format; increases with each change of it. */
export const ARCHIVE_VERSION = 1;

const name = z.string();
/** A row, column by column, in the database's text format. */
const rowSchema = z.array(z.nullable(z.string()));
export type ArchivedRow = z.infer<typeof rowSchema>;

const headerSchema = z.object({
  kind: z.literal('archive'),
  version: z.literal(ARCHIVE_VERSION),
  madeAt: z.string(),
  /** The migrations of the database, in order. */
  migrations: z.array(z.string()),
});
const tableSchema = z.object({ kind: z.literal('table'), name, columns: z.array(z.string()) });
const tableEndSchema = z.object({
  kind: z.literal('table-end'),
  name,
  rows: z.int(),
  digest: z.string(),
});
const sequenceSchema = z.object({
  kind: z.literal('sequence'),
  name,
  value: z.string(),
  called: z.boolean(),
});
const fileSchema = z.object({ kind: z.literal('file'), bucket: z.string(), key: z.string() });

/**
 * A line of an archive. Order of the lines: the begin line, secrets, tables with rows, sequences, files with pieces,
 * the end line.
 */
export const archiveLineSchema = z.discriminatedUnion('kind', [
  headerSchema,
  z.object({ kind: z.literal('secrets'), secrets: z.record(z.string(), z.string()) }),
  tableSchema,
  z.object({ kind: z.literal('rows'), rows: z.array(rowSchema) }),
  tableEndSchema,
  sequenceSchema,
  fileSchema,
  z.object({ kind: z.literal('piece'), base64: z.string() }),
  z.object({ kind: z.literal('file-end'), size: z.int(), sha256: z.string() }),
  /** A file that a user removed while the archive was written. */
  z.object({ kind: z.literal('file-gone') }),
  z.object({ kind: z.literal('end'), lines: z.int(), sha256: z.string() }),
]);
export type ArchiveLine = z.infer<typeof archiveLineSchema>;

export type ArchiveHeader = z.infer<typeof headerSchema>;
export type ArchivedTable = z.infer<typeof tableSchema>;
export type ArchivedTableEnd = z.infer<typeof tableEndSchema>;
export type ArchivedSequence = z.infer<typeof sequenceSchema>;
export type ArchivedFile = z.infer<typeof fileSchema>;

/** An archive, or the target that it is loaded into, is invalid. */
export class ArchiveError extends Error {}

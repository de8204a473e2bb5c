import * as z from 'zod/mini';
import { uploadRequestSchema } from './attachments.ts';
import { idSchema, timestampSchema } from './identifiers.ts';
import { DOCUMENT_NOTE_MAX_LENGTH, DOCUMENT_TITLE_MAX_LENGTH } from './limits.ts';
import { notBlank, plain, storable } from './text.ts';

const TARGET_MESSAGE = 'Name one document, assistant or participant';

/** The document that gets a new version, or the assistant or participant that gets a new document. */
const targetSchema = z.object({
  documentId: z.optional(idSchema()),
  assistantId: z.optional(idSchema()),
  participantId: z.optional(idSchema()),
});
export type DocumentTarget = z.infer<typeof targetSchema>;

function isOneTarget({ documentId, assistantId, participantId }: DocumentTarget): boolean {
  return [documentId, assistantId, participantId].filter((id) => id !== undefined).length === 1;
}

/** Title of a document: one line. */
export const documentTitleSchema = z
  .string('Title is required')
  .check(
    storable,
    plain,
    z.minLength(1, 'Title is required'),
    z.maxLength(DOCUMENT_TITLE_MAX_LENGTH, 'Title must be at most 160 characters'),
  );

/** Fields of a document that administrators edit. */
export const documentDetailsSchema = z.object({
  title: documentTitleSchema,
  owner_id: z.nullable(idSchema()),
  /** YYYY-MM-DD */
  review_on: z.nullable(z.iso.date()),
});

/** POST /documents/upload: a file as a new document or a new version, its bytes as base64. */
export const documentFileRequestSchema = z
  .intersection(uploadRequestSchema, targetSchema)
  .check(z.refine(isOneTarget, TARGET_MESSAGE));
export type DocumentFileRequest = z.input<typeof documentFileRequestSchema>;

/** Title and text of a note. A new version of a document ignores the title. */
export const documentNoteFieldsSchema = z.object({
  title: documentTitleSchema,
  note: z
    .string('Text is required')
    .check(
      notBlank('Text is required'),
      z.maxLength(DOCUMENT_NOTE_MAX_LENGTH, 'Text must be at most 60,000 characters'),
      storable,
    ),
});

/** POST /documents/note: a text as a new document or a new version. */
export const documentNoteRequestSchema = z
  .extend(targetSchema, documentNoteFieldsSchema.shape)
  .check(z.refine(isOneTarget, TARGET_MESSAGE));
export type DocumentNoteRequest = z.input<typeof documentNoteRequestSchema>;

/** POST /documents/read: reads documents again, one or all. */
export const readAgainRequestSchema = z.object({ documentId: z.optional(idSchema()) });

/** POST /documents/file: requests a link to the file of a version. */
export const documentLinkRequestSchema = z.object({ versionId: idSchema() });

/** Response of a stored version. It is read in the background. */
export const savedDocumentSchema = z.object({ documentId: idSchema(), versionId: idSchema() });
export type SavedDocument = z.infer<typeof savedDocumentSchema>;

/** Position of a passage in its document. */
export const placeSchema = z.object({
  page: z.optional(z.int()),
  heading: z.optional(z.string()),
  line: z.optional(z.int()),
  sheet: z.optional(z.string()),
  row: z.optional(z.int()),
  /** The last row, if the passage covers several. */
  lastRow: z.optional(z.int()),
});
export type Place = z.infer<typeof placeSchema>;

/** State of a version: it waits, is being read, was read, or could not be read. */
export const documentStatusSchema = z.enum(['waiting', 'reading', 'ready', 'failed']);
export type DocumentStatus = z.infer<typeof documentStatusSchema>;

/** Version of a document, as administrators see it. */
export const documentVersionSchema = z.object({
  id: idSchema(),
  number: z.int(),
  /** Name of the file; null for a note. */
  name: z.nullable(z.string()),
  size: z.nullable(z.int()),
  status: documentStatusSchema,
  /** Progress of reading, in percent. */
  progress: z.int(),
  /** Reason why the version could not be read. */
  problem: z.nullable(z.string()),
  /** Notes about content that was not read. */
  remarks: z.array(z.string()),
  chunk_count: z.int(),
  /** Share of the passages that are indexed by meaning, in percent; null if all are, or none need to be. */
  indexed: z.prefault(z.nullable(z.int()), null),
  /** True if it was read once: replies may cite it. */
  is_searchable: z.boolean(),
  created_at: timestampSchema,
});
export type DocumentVersion = z.infer<typeof documentVersionSchema>;

/** Document with its versions, newest first. */
export const organisationDocumentSchema = z.object({
  id: idSchema(),
  title: z.string(),
  owner_id: z.nullable(idSchema()),
  owner_email: z.nullable(z.string()),
  owner_name: z.nullable(z.string()),
  /** Date on which the content should be reviewed, as YYYY-MM-DD. */
  review_on: z.nullable(z.string()),
  archived: z.boolean(),
  updated_at: timestampSchema,
  versions: z.array(documentVersionSchema),
});
export const documentPageSchema = z.object({
  rows: z.array(organisationDocumentSchema),
  total: z.int(),
});
export type OrganisationDocument = z.infer<typeof organisationDocumentSchema>;

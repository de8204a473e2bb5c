import * as z from 'zod/mini';
import {
  FILE_SIZE_MAX_BYTES,
  FILES_PER_MESSAGE_MAX,
  FILES_TOTAL_SIZE_MAX_BYTES,
} from './limits.ts';
import { storable } from './text.ts';

/** Error messages for files that cannot be accepted, identical in the browser and on the server. */
export const FILE_SIZE_MESSAGE = 'File too large (max 25 MB).';
export const FILES_TOTAL_SIZE_MESSAGE = 'Total file size exceeds 60MB limit.';
export const FILES_COUNT_MESSAGE = 'Limit is 4 files per message.';
export const FILE_TYPE_MESSAGE = 'Unsupported file type. Allowed: PDF, CSV, XLSX, XLS, TXT, DOCX.';

/**
 * Accepted file types: extension → the MIME types that browsers and operating systems report for such files, old ones and
 * Android included. The first one is stored.
 */
export const FILE_TYPES = {
  pdf: [
    'application/pdf',
    'application/x-pdf',
    'application/acrobat',
    'application/vnd.pdf',
    'applications/vnd.pdf',
    'text/pdf',
    'text/x-pdf',
  ],
  csv: [
    'text/csv',
    'application/csv',
    'application/x-csv',
    'application/vnd.ms-excel',
    'text/comma-separated-values',
    'text/x-comma-separated-values',
    'text/x-csv',
    'text/tab-separated-values',
    'text/plain',
  ],
  xlsx: [
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.ms-excel',
    'application/wps-office.xlsx',
    'application/zip',
    'application/x-zip-compressed',
  ],
  xls: [
    'application/vnd.ms-excel',
    'application/msexcel',
    'application/excel',
    'application/x-excel',
    'application/x-msexcel',
    'application/x-ms-excel',
    'application/x-dos_ms_excel',
    'application/xls',
    'application/x-xls',
    'application/wps-office.xls',
    'application/x-ole-storage',
  ],
  txt: ['text/plain', 'text/x-plain', 'application/txt', 'application/text'],
  docx: [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/msword',
    'application/vnd.ms-word',
    'application/wps-office.docx',
    'application/zip',
    'application/x-zip-compressed',
  ],
} as const satisfies Record<string, readonly string[]>;

/** MIME types that name no type, like an empty one. */
const UNKNOWN_TYPE =
  /^$|^(application|binary)\/(x-)?(octet-stream|unknown|force-download|download)$|^\*\/\*$/;

/** The kinds of files that can be attached, by extension. */
export type FileKind = keyof typeof FILE_TYPES;

function isFileKind(extension: string): extension is FileKind {
  return Object.hasOwn(FILE_TYPES, extension);
}

/** Returns the kind that a file name claims; undefined if it is not an accepted one. */
export function claimedKind(name: string): FileKind | undefined {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return isFileKind(extension) ? extension : undefined;
}

/**
 * Checks if a file may be attached: extension and MIME type must match. For an empty MIME type, or one for any file, the
 * extension decides: the scan checks the content.
 */
export function isAcceptedFileType({ name, mime }: { name: string; mime: string }): boolean {
  const kind = claimedKind(name);
  if (kind === undefined) return false;
  const types: readonly string[] = FILE_TYPES[kind];
  const type = mime.split(';')[0]?.trim().toLowerCase() ?? '';
  return UNKNOWN_TYPE.test(type) || types.includes(type);
}

const fileNameSchema = z
  .string()
  .check(z.minLength(1, 'File name is required'), z.maxLength(255, 'File name too long'));

/** A file of a message. `supabasePath` is `bucket/key`. */
export const attachmentSchema = z.object({
  name: fileNameSchema.check(storable),
  size: z
    .int('File size must be a number')
    .check(z.gte(0), z.lte(FILE_SIZE_MAX_BYTES, FILE_SIZE_MESSAGE)),
  mime: z.string().check(z.maxLength(200), storable),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Invalid checksum')),
  supabasePath: z
    .string()
    .check(z.minLength(1, 'File path is required'), z.maxLength(500), storable),
  openaiFileId: z.prefault(z.nullable(z.string()), null),
});
export type Attachment = z.infer<typeof attachmentSchema>;

/** The files of one message: at most four, at most 60 MB together. */
export const attachmentsSchema = z.array(attachmentSchema).check(
  z.maxLength(FILES_PER_MESSAGE_MAX, FILES_COUNT_MESSAGE),
  z.refine(
    (files) => files.reduce((total, { size }) => total + size, 0) <= FILES_TOTAL_SIZE_MAX_BYTES,
    FILES_TOTAL_SIZE_MESSAGE,
  ),
);

/** POST /conversations/{id}/upload: one file, its bytes as base64. The server sanitises the name. */
export const uploadRequestSchema = z
  .object({
    file: z.string('file must be base64 text'),
    filename: fileNameSchema,
    size: attachmentSchema.shape.size,
    mime: attachmentSchema.shape.mime,
  })
  .check(
    z.refine(
      ({ filename, mime }) => isAcceptedFileType({ name: filename, mime }),
      FILE_TYPE_MESSAGE,
    ),
  );
export type UploadRequest = z.input<typeof uploadRequestSchema>;
export const uploadResponseSchema = z.object({ attachment: attachmentSchema });

/** DELETE /conversations/{id}/upload and POST /conversations/{id}/file: a file that was uploaded there. */
export const uploadedFileRequestSchema = z.object({
  supabasePath: attachmentSchema.shape.supabasePath,
});
export type UploadedFileRequest = z.input<typeof uploadedFileRequestSchema>;

/** Short-lived URL of a file, for requests without an authorization header. */
export const fileLinkSchema = z.object({ url: z.string() });

/** The text and the tables of a file, from their start. Response of POST /conversations/{id}/preview. */
export const filePreviewSchema = z.object({
  /** `heading` is a page or a heading of the file. */
  sections: z.array(z.object({ heading: z.nullable(z.string()), text: z.string() })),
  tables: z.array(
    z.object({
      /** Name of the sheet. */
      title: z.nullable(z.string()),
      columns: z.array(z.string()),
      /** Rows have the numbers of the sheet. */
      rows: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
    }),
  ),
  /** Notes for the reader, e.g. why the file could not be read. */
  notes: z.array(z.string()),
  /** True if the file has more than this. */
  isCut: z.boolean(),
});
export type FilePreview = z.infer<typeof filePreviewSchema>;

/** A file that was sent in a conversation. */
export const conversationFileSchema = z.object({
  name: z.string(),
  size: z.int(),
  supabase_path: z.string(),
  created_at: z.string(),
  message_id: z.string(),
});
export type ConversationFile = z.infer<typeof conversationFileSchema>;

/** Result of the scan of a file's bytes. */
export const scanStatusSchema = z.enum(['pending', 'clean', 'blocked', 'error']);
export type ScanStatus = z.infer<typeof scanStatusSchema>;

/** POST of the `security-scan` function: uploaded files to scan. */
export const scanRequestSchema = z.object({ files: attachmentsSchema });
export type ScanRequest = z.input<typeof scanRequestSchema>;
export const scanResponseSchema = z.object({
  results: z.array(
    z.object({
      supabasePath: z.string(),
      status: z.string(),
      /** Reason why a file did not pass, worded for the user. */
      reason: z.optional(z.string()),
    }),
  ),
});
export type ScanResponse = z.infer<typeof scanResponseSchema>;

/** Checks if a scan result permits a file. Only 'clean' does; a missing result does not. */
export function isScanPassed(status: unknown): boolean {
  return status === 'clean';
}

/** The kinds of files that can be attached, by extension, and the MIME type under which each is kept. */
const MIME_TYPES = {
  pdf: 'application/pdf',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  txt: 'text/plain',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

export type FileKind = keyof typeof MIME_TYPES;

/** The kind that a file's name claims; undefined when it is none of ours. */
export function claimedKind(name: string): FileKind | undefined {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return isKind(extension) ? extension : undefined;
}

/** The one MIME type of a kind, whatever browsers and operating systems call it. */
export function mimeTypeOf(kind: FileKind): string {
  return MIME_TYPES[kind];
}

function isKind(extension: string): extension is FileKind {
  return Object.hasOwn(MIME_TYPES, extension);
}

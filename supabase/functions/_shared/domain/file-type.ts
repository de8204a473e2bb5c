import { FILE_TYPES } from '@homie/contracts';

const KINDS = ['pdf', 'csv', 'xlsx', 'xls', 'txt', 'docx'] as const;

/** The kinds of files that can be attached, by extension. */
export type FileKind = (typeof KINDS)[number];

/** The kind that a file's name claims; undefined when it is none of ours. */
export function claimedKind(name: string): FileKind | undefined {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  return KINDS.find((kind) => kind === extension);
}

/** The one MIME type under which a kind is kept, whatever browsers and operating systems call it. */
export function mimeTypeOf(kind: FileKind): string {
  return FILE_TYPES[kind]?.[0] ?? 'application/octet-stream';
}

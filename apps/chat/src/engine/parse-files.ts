import { attachmentSchema, type Attachment } from '@homie/contracts';

/** Parses stored files and drops invalid ones. */
export function parseFiles(value: unknown): Attachment[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((file) => {
    const parsed = attachmentSchema.safeParse(file);
    return parsed.success ? [parsed.data] : [];
  });
}

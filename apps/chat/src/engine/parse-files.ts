import { attachmentSchema, type Attachment } from '@homie/contracts';

/** Stored files, without what is damaged. */
export function parseFiles(value: unknown): Attachment[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((file) => {
    const parsed = attachmentSchema.safeParse(file);
    return parsed.success ? [parsed.data] : [];
  });
}

import { attachmentSchema, type Attachment } from '@homie/contracts';

/** Files as they were kept, without what is damaged. */
export function parseFiles(value: unknown): Attachment[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((file) => {
    const parsed = attachmentSchema.safeParse(file);
    return parsed.success ? [parsed.data] : [];
  });
}

/** What was kept as JSON; null when nothing was, or when it is damaged. */
export function parseKept(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

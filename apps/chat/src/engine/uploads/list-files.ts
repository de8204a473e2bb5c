import type { Attachment } from '@homie/contracts';
import type { Upload } from './upload-list';

/**
 * Lists the files of a draft in the order in which they were chosen, after those of an earlier visit or another tab. A
 * file has the same id from selection to removal.
 * @param attached the files that the draft has stored
 * @param uploads the files that were chosen on this page
 */
export function listFiles(
  conversationId: string,
  attached: readonly Attachment[],
  uploads: readonly Upload[],
): Upload[] {
  const paths = new Set(attached.map(({ supabasePath }) => supabasePath));
  const chosen = uploads.filter(
    (upload) =>
      upload.conversationId === conversationId &&
      (upload.supabasePath === null || paths.has(upload.supabasePath)),
  );
  const known = new Set(chosen.map(({ supabasePath }) => supabasePath));
  const others = attached
    .filter(({ supabasePath }) => !known.has(supabasePath))
    .map(({ name, size, supabasePath }) => ({
      id: supabasePath,
      conversationId,
      name,
      size,
      state: 'attached' as const,
      progress: 100,
      supabasePath,
    }));
  return [...others, ...chosen];
}

/** Returns the attached files in the order in which they are shown. */
export function listAttachments(
  files: readonly Pick<Upload, 'supabasePath'>[],
  attached: readonly Attachment[],
): Attachment[] {
  return files.flatMap(({ supabasePath }) =>
    attached.filter((file) => file.supabasePath === supabasePath),
  );
}

import type { Attachment } from '@homie/contracts';
import type { Upload } from './upload-list';

/**
 * The files of a message that is being written, in the order of their choice: those of an earlier visit or another tab
 * first. A file keeps its id from its choice to its removal.
 * @param attached what the draft has
 * @param uploads what was chosen on this page
 */
export function filesOf(
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

/** What a draft has, in the order in which it is shown. */
export function attachedOf(
  files: readonly Pick<Upload, 'supabasePath'>[],
  attached: readonly Attachment[],
): Attachment[] {
  return files.flatMap(({ supabasePath }) =>
    attached.filter((file) => file.supabasePath === supabasePath),
  );
}

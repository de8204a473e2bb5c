import { personalKey } from '@homie/auth';
import type { Attachment } from '@homie/contracts';
import { jsonSchema, persistedMap, type PersistedMap } from '@homie/composition';
import { parseFiles } from './parse-files';

/** A message that is being edited, with its new text and files. */
export interface Edit {
  messageId: string;
  content: string;
  files: Attachment[];
}

function parse(value: unknown): Edit | null {
  if (typeof value !== 'object' || value === null) return null;
  const messageId: unknown = Reflect.get(value, 'messageId');
  const content: unknown = Reflect.get(value, 'content');
  if (typeof messageId !== 'string' || typeof content !== 'string') return null;
  return { messageId, content, files: parseFiles(Reflect.get(value, 'files')) };
}

/** The edit of each conversation, at most one; null for none. Survives a reload, like drafts. */
export type Edits = PersistedMap<Edit | null>;

/**
 * The edits of one user on this device.
 * @param onUnsaved called when the browser does not save an edit
 */
export function createEdits(userId: string, onUnsaved?: () => void): Edits {
  const schema = jsonSchema(parse, (edit) => edit === null);
  return persistedMap(personalKey(userId, 'edit.'), schema, { onUnsaved });
}

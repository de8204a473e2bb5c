import { personalKey } from '@homie/auth';
import type { Attachment } from '@homie/contracts';
import { parseFiles, parseKept } from './kept-files';
import { keptText } from './kept-text';

/** A message that is being changed, with what it has become so far. */
export interface Edit {
  messageId: string;
  content: string;
  files: Attachment[];
}

/** The message that a person is changing, one a conversation. Survives a reload, as drafts do. */
export interface Edits {
  read: (conversationId: string) => Edit | null;
  /** Keeps what it has become; null when it is sent or given up. */
  write: (conversationId: string, edit: Edit | null) => void;
  subscribe: (listener: () => void) => () => void;
}

function parse(text: string | null): Edit | null {
  const value = parseKept(text);
  if (typeof value !== 'object' || value === null) return null;
  const messageId: unknown = Reflect.get(value, 'messageId');
  const content: unknown = Reflect.get(value, 'content');
  if (typeof messageId !== 'string' || typeof content !== 'string') return null;
  return { messageId, content, files: parseFiles(Reflect.get(value, 'files')) };
}

/** The edits of one person on this device. */
export function createEdits(userId: string): Edits {
  const listeners = new Set<() => void>();
  const known = new Map<string, Edit | null>();
  const kept = (conversationId: string) => keptText(personalKey(userId, `edit.${conversationId}`));
  return {
    read(conversationId) {
      const edit = known.get(conversationId);
      if (edit !== undefined) return edit;
      const read = parse(kept(conversationId).read());
      known.set(conversationId, read);
      return read;
    },
    write(conversationId, edit) {
      known.set(conversationId, edit);
      kept(conversationId).write(edit === null ? null : JSON.stringify(edit));
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

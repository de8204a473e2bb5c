import { personalKey } from '@homie/auth';
import { keptText } from './kept-text';

/** What a person has typed and not sent, by conversation. Survives a reload and a restart of the browser. */
export interface Drafts {
  read: (conversationId: string) => string;
  write: (conversationId: string, text: string) => void;
  subscribe: (listener: () => void) => () => void;
}

/** The drafts of one person on this device. */
export function createDrafts(userId: string): Drafts {
  const listeners = new Set<() => void>();
  const typed = new Map<string, string>();
  const kept = (conversationId: string) => keptText(personalKey(userId, `draft.${conversationId}`));
  return {
    read(conversationId) {
      const text = typed.get(conversationId) ?? kept(conversationId).read() ?? '';
      typed.set(conversationId, text);
      return text;
    },
    write(conversationId, text) {
      typed.set(conversationId, text);
      kept(conversationId).write(text === '' ? null : text);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

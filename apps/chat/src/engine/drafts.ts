import { personalKey } from '@homie/auth';
import type { Attachment } from '@homie/contracts';
import { jsonSchema, persistedMap, textSchema } from '@homie/composition';
import { parseFiles } from './parse-files';

/** For this long after the last keystroke, other tabs do not overwrite the draft. */
const STILL_TYPING_MS = 2_000;

/** The key of a draft whose conversation does not exist yet. */
export const NEW_CONVERSATION = 'new';

/**
 * Unsent text and files, by conversation. They survive a reload and a restart of the browser, and are synced between
 * tabs.
 */
export interface Drafts {
  read: (conversationId: string) => string;
  write: (conversationId: string, text: string) => void;
  /** The attached files, in the order in which they were attached; the same array until it changes. */
  files: (conversationId: string) => readonly Attachment[];
  attach: (conversationId: string, file: Attachment) => void;
  detach: (conversationId: string, supabasePath: string) => void;
  /** Prepends unsent text and files to the draft. */
  restoreToDraft: (
    conversationId: string,
    unsent: { content: string; files: Attachment[] },
  ) => void;
  /** Removes a draft: it was sent, or its conversation was deleted. */
  clear: (conversationId: string) => void;
  /** The conversations with a draft; the same set until one is added or removed. */
  conversations: () => ReadonlySet<string>;
  /** Calls `listener` on each change. Changes of other tabs are applied while there is a subscriber. */
  subscribe: (listener: () => void) => () => void;
}

const filesSchema = jsonSchema<readonly Attachment[]>(parseFiles, ({ length }) => length === 0);

/**
 * The drafts of one user on this device.
 * @param onUnsaved called when the browser does not save a draft
 */
export function createDrafts(userId: string, onUnsaved?: () => void): Drafts {
  const typedAt = new Map<string, number>();
  const texts = persistedMap(personalKey(userId, 'draft.'), textSchema, {
    crossTab: (id) => Date.now() - (typedAt.get(id) ?? 0) >= STILL_TYPING_MS,
    onUnsaved,
  });
  const files = persistedMap(personalKey(userId, 'files.'), filesSchema, {
    crossTab: true,
    onUnsaved,
  });
  let drafted: ReadonlySet<string> = new Set();

  function write(conversationId: string, text: string) {
    typedAt.set(conversationId, Date.now());
    texts.set(conversationId, text);
  }
  return {
    read: texts.get,
    write,
    files: files.get,
    attach: (id, file) => files.set(id, [...files.get(id), file]),
    detach: (id, path) =>
      files.set(
        id,
        files.get(id).filter(({ supabasePath }) => supabasePath !== path),
      ),
    restoreToDraft(id, unsent) {
      const words = [unsent.content, texts.get(id)].filter((words) => words !== '');
      write(id, words.join('\n\n'));
      const paths = new Set(unsent.files.map(({ supabasePath }) => supabasePath));
      const others = files.get(id).filter(({ supabasePath }) => !paths.has(supabasePath));
      files.set(id, [...unsent.files, ...others]);
    },
    clear(id) {
      texts.set(id, '');
      typedAt.delete(id);
      files.set(id, []);
    },
    conversations() {
      const now = new Set([...texts.getState().keys(), ...files.getState().keys()]);
      if (now.size !== drafted.size || [...now].some((id) => !drafted.has(id))) drafted = now;
      return drafted;
    },
    subscribe(listener) {
      const stops = [texts.subscribe(listener), files.subscribe(listener)];
      return () => stops.forEach((stop) => stop());
    },
  };
}

import { personalKey } from '@homie/auth';
import type { Attachment } from '@homie/contracts';
import { parseFiles, parseKept } from './kept-files';
import { followOtherTabs, keptNames, keptText } from './kept-text';

/** Who typed here a moment ago is still typing: what another tab writes meanwhile must not take the words away. */
const STILL_TYPING_MS = 2_000;

/** The key of a draft whose conversation does not exist yet. */
export const NEW_CONVERSATION = 'new';

/**
 * What a person has typed and attached and not sent, by conversation. Survives a reload and a restart of the browser, and
 * is the same in every tab.
 */
export interface Drafts {
  read: (conversationId: string) => string;
  write: (conversationId: string, text: string) => void;
  /** The attached files, in the order of their arrival; the same array until it changes. */
  files: (conversationId: string) => readonly Attachment[];
  attach: (conversationId: string, file: Attachment) => void;
  detach: (conversationId: string, supabasePath: string) => void;
  /** Puts words and files that were not sent before those that are there. */
  takeBack: (conversationId: string, unsent: { content: string; files: Attachment[] }) => void;
  /** Leaves nothing of a draft: it was sent, or its conversation is gone. */
  clear: (conversationId: string) => void;
  /** The conversations with a draft; the same set until one begins or ends. */
  conversations: () => ReadonlySet<string>;
  subscribe: (listener: () => void) => () => void;
  /** Follows the other tabs. Returns how to stop. */
  start: () => () => void;
}

/** The drafts of one person on this device. */
export function createDrafts(userId: string): Drafts {
  const texts = personalKey(userId, 'draft.');
  const attachments = personalKey(userId, 'files.');
  const listeners = new Set<() => void>();
  const typed = new Map<string, string>();
  const typedAt = new Map<string, number>();
  const attached = new Map<string, readonly Attachment[]>();
  let drafted: ReadonlySet<string> = new Set([...keptNames(texts), ...keptNames(attachments)]);

  function read(conversationId: string): string {
    const text = typed.get(conversationId) ?? keptText(texts + conversationId).read() ?? '';
    typed.set(conversationId, text);
    return text;
  }
  function files(conversationId: string): readonly Attachment[] {
    const kept = () => parseFiles(parseKept(keptText(attachments + conversationId).read()));
    const known = attached.get(conversationId) ?? kept();
    attached.set(conversationId, known);
    return known;
  }
  function tell(conversationId: string) {
    const has = read(conversationId) !== '' || files(conversationId).length > 0;
    if (has !== drafted.has(conversationId)) {
      const others = [...drafted].filter((id) => id !== conversationId);
      drafted = new Set(has ? [...others, conversationId] : others);
    }
    for (const listener of listeners) listener();
  }
  function write(conversationId: string, text: string) {
    typed.set(conversationId, text);
    typedAt.set(conversationId, Date.now());
    keptText(texts + conversationId).write(text === '' ? null : text);
    tell(conversationId);
  }
  function putFiles(conversationId: string, next: readonly Attachment[]) {
    attached.set(conversationId, next);
    const text = next.length === 0 ? null : JSON.stringify(next);
    keptText(attachments + conversationId).write(text);
    tell(conversationId);
  }
  function changedElsewhere(name: string, text: string | null) {
    if (name.startsWith(texts)) {
      const conversationId = name.slice(texts.length);
      const isTyping = Date.now() - (typedAt.get(conversationId) ?? 0) < STILL_TYPING_MS;
      if (isTyping) return;
      typed.set(conversationId, text ?? '');
      tell(conversationId);
    } else if (name.startsWith(attachments)) {
      const conversationId = name.slice(attachments.length);
      attached.set(conversationId, parseFiles(parseKept(text)));
      tell(conversationId);
    }
  }

  return {
    read,
    write,
    files,
    attach: (id, file) => putFiles(id, [...files(id), file]),
    detach: (id, path) =>
      putFiles(
        id,
        files(id).filter(({ supabasePath }) => supabasePath !== path),
      ),
    takeBack(id, unsent) {
      const text = read(id);
      const words = [unsent.content, text].filter((words) => words !== '');
      write(id, words.join('\n\n'));
      const paths = new Set(unsent.files.map(({ supabasePath }) => supabasePath));
      const others = files(id).filter(({ supabasePath }) => !paths.has(supabasePath));
      putFiles(id, [...unsent.files, ...others]);
    },
    clear(id) {
      write(id, '');
      typedAt.delete(id);
      putFiles(id, []);
    },
    conversations: () => drafted,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: () => followOtherTabs(changedElsewhere),
  };
}

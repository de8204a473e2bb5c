import { personalKey } from '@homie/auth';
import { attachmentsSchema, type Attachment } from '@homie/contracts';
import { keptText } from './kept-text';

/** A message that the server has not acknowledged yet. */
export interface Send {
  /** Makes the send happen once, however often it is tried. */
  key: string;
  conversationId: string;
  content: string;
  /** Files that were uploaded and passed. */
  files: Attachment[];
  /** The message that this one is put beside; null for one at the end. */
  replaces: string | null;
  /** When it was sent first, ISO 8601. */
  sentAt: string;
  state: 'sending' | 'failed';
  /** Why it failed, in words for the person. */
  reason?: string;
}

/** The sends of one person on this device that wait for the server's acknowledgement. Survives a reload. */
export interface Outbox {
  /** Oldest first; the same array until something changes. */
  all: () => readonly Send[];
  /** Adds a send, or replaces the one with the same key. */
  put: (send: Send) => void;
  remove: (key: string) => void;
  subscribe: (listener: () => void) => () => void;
  /** Called with each send that another tab saw acknowledged. */
  onRemovedElsewhere: (listener: (send: Send) => void) => () => void;
}

type SendWords = Omit<Send, 'files' | 'replaces'>;

function isSend(value: unknown): value is SendWords {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['key', 'conversationId', 'content', 'sentAt', 'state'].every(
      (name) => name in value && typeof Reflect.get(value, name) === 'string',
    )
  );
}

/** A send as an earlier release may have kept it: without files, at the end. */
function complete(send: SendWords & { files?: unknown; replaces?: unknown }): Send {
  const files = attachmentsSchema.safeParse(send.files);
  return {
    ...send,
    files: files.success ? files.data : [],
    replaces: typeof send.replaces === 'string' ? send.replaces : null,
  };
}

function parse(text: string | null): Send[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isSend).map(complete) : [];
  } catch {
    return [];
  }
}

/** The outbox of one person on this device. */
export function createOutbox(userId: string): Outbox {
  const name = personalKey(userId, 'outbox');
  const kept = keptText(name);
  const listeners = new Set<() => void>();
  let sends: readonly Send[] = parse(kept.read());

  function change(next: readonly Send[]) {
    sends = next;
    for (const listener of listeners) listener();
  }
  function save(next: readonly Send[]) {
    kept.write(next.length === 0 ? null : JSON.stringify(next));
    change(next);
  }
  return {
    all: () => sends,
    put: (send) => {
      const known = sends.some(({ key }) => key === send.key);
      save(known ? sends.map((kept) => (kept.key === send.key ? send : kept)) : [...sends, send]);
    },
    remove: (key) => save(sends.filter((send) => send.key !== key)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onRemovedElsewhere(listener) {
      const changedElsewhere = ({ key, newValue }: StorageEvent) => {
        if (key !== name) return;
        const next = parse(newValue);
        const gone = sends.filter((send) => !next.some(({ key }) => key === send.key));
        change(next);
        gone.forEach(listener);
      };
      globalThis.addEventListener('storage', changedElsewhere);
      return () => globalThis.removeEventListener('storage', changedElsewhere);
    },
  };
}

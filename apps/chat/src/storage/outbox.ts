import { personalKey } from '@homie/auth';
import type { Attachment } from '@homie/contracts';
import { parseFiles, parseKept } from './kept-files';
import { followOtherTabs, keptText } from './kept-text';

/**
 * How a send stands: on its way, waiting for the network or for the reply before it, or given up until the person says
 * otherwise.
 */
export type SendState = 'sending' | 'waiting' | 'failed';

/** A stored message that is to be answered once more. */
export interface Answering {
  messageId: string;
  /** The unfinished turn whose text the reply begins with; null for a reply from the start. */
  continues: string | null;
}

/** A message, or the wish for another reply, that the server has not acknowledged yet. */
export interface Send {
  /** Makes the send happen once, however often it is tried. */
  key: string;
  conversationId: string;
  content: string;
  /** Files that were uploaded and passed. */
  files: Attachment[];
  /** The message that this one is put beside; null for one at the end. */
  replaces: string | null;
  /** What is answered once more; such a send has no words of its own. */
  answers?: Answering;
  /** When it was sent first, ISO 8601. */
  sentAt: string;
  state: SendState;
  /** Why it failed, in words for the person. */
  reason?: string;
}

/** The sends of one person on this device that the server has not acknowledged. Survives a reload; every tab has the same. */
export interface Outbox {
  /** Oldest first; the same array until something changes. */
  all: () => readonly Send[];
  /** The send as it stands in whichever tab changed it last; undefined when it is done. */
  current: (key: string) => Send | undefined;
  /** Adds a send, or replaces the one with the same key. */
  put: (send: Send) => void;
  remove: (key: string) => void;
  subscribe: (listener: () => void) => () => void;
  /** Follows the other tabs, and calls back with each send that one of them saw acknowledged. Returns how to stop. */
  start: (removedElsewhere: (send: Send) => void) => () => void;
}

type SendWords = Omit<Send, 'files' | 'replaces' | 'answers'>;

function isSend(value: unknown): value is SendWords {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['key', 'conversationId', 'content', 'sentAt', 'state'].every(
      (name) => name in value && typeof Reflect.get(value, name) === 'string',
    )
  );
}

function isAnswering(value: unknown): value is Answering {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'messageId') === 'string' &&
    ['string', 'object'].includes(typeof Reflect.get(value, 'continues'))
  );
}

/** A send as an earlier release may have kept it: without files, at the end. */
function complete({
  answers,
  ...send
}: SendWords & { files?: unknown; replaces?: unknown; answers?: unknown }): Send {
  return {
    ...send,
    ...(isAnswering(answers) && { answers }),
    files: parseFiles(send.files),
    replaces: typeof send.replaces === 'string' ? send.replaces : null,
  };
}

function parse(text: string | null): Send[] {
  const value = parseKept(text);
  return Array.isArray(value) ? value.filter(isSend).map(complete) : [];
}

/** The outbox of one person on this device. */
export function createOutbox(userId: string): Outbox {
  const name = personalKey(userId, 'outbox');
  const kept = keptText(name);
  const listeners = new Set<() => void>();
  let sends: readonly Send[] = parse(kept.read());
  let isKept = true;

  function change(next: readonly Send[]) {
    sends = next;
    for (const listener of listeners) listener();
  }
  /** What another tab wrote a moment ago counts, though this one may not have heard of it yet. */
  const latest = () => (isKept ? parse(kept.read()) : sends);
  function save(next: readonly Send[]) {
    isKept = kept.write(next.length === 0 ? null : JSON.stringify(next));
    change(next);
  }
  return {
    all: () => sends,
    current: (key) => latest().find((send) => send.key === key),
    put: (send) => {
      const before = latest();
      const known = before.some(({ key }) => key === send.key);
      save(known ? before.map((kept) => (kept.key === send.key ? send : kept)) : [...before, send]);
    },
    remove: (key) => save(latest().filter((send) => send.key !== key)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: (removedElsewhere) =>
      followOtherTabs((changed, text) => {
        if (changed !== name) return;
        const next = parse(text);
        const gone = sends.filter((send) => !next.some(({ key }) => key === send.key));
        change(next);
        gone.forEach(removedElsewhere);
      }),
  };
}

import type { NumberedChange } from '@homie/api-client';
import { conversationChangeSchema, type ConversationChange } from '@homie/contracts';

/** Follows the server's changes after one that is known; null begins with those from now on. */
type FollowChanges = (after: string | null, signal: AbortSignal) => AsyncIterable<NumberedChange>;

/** How the tabs of one person in one browser talk to each other. */
export interface Tabs {
  /** Runs `work` while no other tab does, until the signal says to leave. Resolves when this tab has left. */
  leadOnce: (work: () => Promise<void>, signal: AbortSignal) => Promise<void>;
  post: (message: unknown) => void;
  /** Returns how to stop listening. */
  listen: (hear: (message: unknown) => void) => () => void;
}

/** The last change that some tab of this browser knows; kept for the next one to begin. */
interface Cursor {
  read: () => string | null;
  write: (id: string) => void;
}

interface Dependencies {
  follow: FollowChanges;
  tabs: Tabs;
  cursor: Cursor;
  /** Told every change, in the server's order, whichever tab reads the stream. A change may be told twice. */
  onChange: (change: ConversationChange) => void;
}

/** What another tab said; null when it is of another release and says what this one does not know. */
function readMessage(message: unknown): NumberedChange | null {
  if (typeof message !== 'object' || message === null) return null;
  const id: unknown = Reflect.get(message, 'id');
  const { data: change } = conversationChangeSchema.safeParse(Reflect.get(message, 'change'));
  return typeof id === 'string' && change !== undefined ? { id, change } : null;
}

/**
 * Tells this tab what changes in the person's conversations. A browser opens six connections to a server at most, so
 * one tab reads the stream and hands every change to the others; when it closes, another one goes on from there.
 * @returns how to leave
 */
export function followInOneTab({ follow, tabs, cursor, onChange }: Dependencies): () => void {
  const leaving = new AbortController();
  let heard: string | null = null;

  function take({ id, change }: NumberedChange) {
    heard = id;
    onChange(change);
  }

  async function read() {
    const after = heard ?? cursor.read();
    let begins = after === null;
    for await (const told of follow(after, leaving.signal)) {
      // What changed between the first look at the lists and this moment, nobody tells.
      const change: ConversationChange =
        begins && told.change.event === 'ready' ? { event: 'reset', data: {} } : told.change;
      begins = false;
      take({ id: told.id, change });
      tabs.post({ id: told.id, change });
      cursor.write(told.id);
    }
  }

  const stopListening = tabs.listen((message) => {
    const told = readMessage(message);
    if (told) take(told);
  });
  // Without the stream the lists are as old as the last look at the window: no reason to trouble the person.
  tabs.leadOnce(read, leaving.signal).catch(() => undefined);
  return () => {
    stopListening();
    leaving.abort();
  };
}

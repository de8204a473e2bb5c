import type { NumberedChange } from '@homie/api-client';
import { conversationChangeSchema, type ConversationChange } from '@homie/contracts';
import type { Tabs } from './browser-tabs';

/** Streams the server's changes after the given one; with `null`, the changes from now on. */
type FollowChanges = (after: string | null, signal: AbortSignal) => AsyncIterable<NumberedChange>;

/** The id of the last change that any tab of this browser received. The next tab resumes from it. */
interface Cursor {
  read: () => string | null;
  write: (id: string) => void;
}

interface Dependencies {
  follow: FollowChanges;
  tabs: Tabs;
  cursor: Cursor;
  /**
   * Called with every change and its id, in server order, whichever tab reads the stream. A change may be passed twice.
   * `ready` is passed if the stream started without a cursor: changes up to its id are not reported.
   */
  onChange: (change: ConversationChange, id: string) => void;
}

/** Parses a message of another tab. Returns null if that tab has another release and sent an unknown change. */
function readMessage(message: unknown): NumberedChange | null {
  if (typeof message !== 'object' || message === null) return null;
  const id: unknown = Reflect.get(message, 'id');
  const { data: change } = conversationChangeSchema.safeParse(Reflect.get(message, 'change'));
  return typeof id === 'string' && change !== undefined ? { id, change } : null;
}

/**
 * Notifies this tab of changes to the user's conversations. A browser opens at most six connections to a server, so one
 * tab reads the stream and broadcasts every change to the others. When it closes, another tab resumes the stream.
 * @returns a function that stops following the changes
 */
export function followInOneTab({ follow, tabs, cursor, onChange }: Dependencies): () => void {
  const closing = new AbortController();
  let lastId: string | null = null;

  function handleChange({ id, change }: NumberedChange) {
    lastId = id;
    onChange(change, id);
  }

  async function read() {
    const after = lastId ?? cursor.read();
    let hasPosition = after !== null;
    for await (const received of follow(after, closing.signal)) {
      // A stream that continues after a known change has no gap.
      if (received.change.event === 'ready' && hasPosition) continue;
      hasPosition = true;
      handleChange(received);
      tabs.post(received);
      cursor.write(received.id);
    }
  }

  const stopListening = tabs.listen((message) => {
    const received = readMessage(message);
    if (received) handleChange(received);
  });
  // Without the stream, the lists still refetch on window focus, so the user does not need an error message.
  tabs.leadOnce(read, closing.signal).catch(() => undefined);
  return () => {
    stopListening();
    closing.abort();
  };
}

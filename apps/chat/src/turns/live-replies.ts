import { pacedFrames } from './paced-frames';

/** A reply that is being written right now, as far as this page knows. */
export interface LiveReply {
  /** 'lost' when the connection is gone: the server may well be writing on. */
  state: 'waiting' | 'writing' | 'lost';
  /** The turn, once the server named it. */
  turnId: string | null;
  /** The message that is answered, once the server took it. */
  userMessageId: string | null;
  text: string;
  stopping: boolean;
  /** The server cannot be reached, and is tried again and again. */
  retrying: boolean;
}

/**
 * The replies being written, one a conversation. Kept outside React: text arrives faster than a screen paints, and is
 * handed on once a frame.
 */
export interface LiveReplies {
  get: (conversationId: string) => LiveReply | undefined;
  /** The conversations in which a reply is on its way; the same set until one begins or ends. */
  running: () => ReadonlySet<string>;
  /** The conversations whose reply cannot be followed any more. */
  lost: () => string[];
  begin: (conversationId: string, known: Partial<LiveReply>) => void;
  update: (conversationId: string, change: Partial<Omit<LiveReply, 'text'>>) => void;
  /** Takes the text of the reply so far; it is seen with the next frame. */
  write: (conversationId: string, text: string) => void;
  /** Takes the whole text of the reply, and shows it at once. */
  finish: (conversationId: string, text: string) => void;
  end: (conversationId: string) => void;
  /** Ends all. */
  clear: () => void;
  subscribe: (listener: () => void) => () => void;
}

/** @param nextFrame calls back before the next paint */
export function createLiveReplies(
  nextFrame: (callback: () => void) => void = pacedFrames(),
): LiveReplies {
  const listeners = new Set<() => void>();
  const replies = new Map<string, LiveReply>();
  const arrived = new Map<string, string>();
  let running: ReadonlySet<string> = new Set();
  let scheduled = false;

  function tell() {
    const now = [...replies].filter(([, { state }]) => state !== 'lost').map(([id]) => id);
    if (now.length !== running.size || now.some((id) => !running.has(id))) running = new Set(now);
    for (const listener of listeners) listener();
  }
  function flush() {
    scheduled = false;
    if (arrived.size === 0) return;
    for (const [id, text] of arrived) {
      const reply = replies.get(id);
      if (reply) replies.set(id, { ...reply, text });
    }
    arrived.clear();
    tell();
  }
  return {
    get: (id) => replies.get(id),
    running: () => running,
    lost: () => [...replies].filter(([, { state }]) => state === 'lost').map(([id]) => id),
    begin(id, known) {
      arrived.delete(id);
      replies.set(id, {
        state: 'waiting',
        turnId: null,
        userMessageId: null,
        text: '',
        stopping: false,
        retrying: false,
        ...known,
      });
      tell();
    },
    update(id, change) {
      const reply = replies.get(id);
      if (!reply) return;
      replies.set(id, { ...reply, ...change });
      tell();
    },
    write(id, text) {
      arrived.set(id, text);
      const reply = replies.get(id);
      if (reply && reply.state !== 'writing') replies.set(id, { ...reply, state: 'writing' });
      if (scheduled) return;
      scheduled = true;
      nextFrame(flush);
    },
    finish(id, text) {
      arrived.delete(id);
      const reply = replies.get(id);
      if (!reply || reply.text === text) return;
      replies.set(id, { ...reply, text, state: 'writing' });
      tell();
    },
    end(id) {
      arrived.delete(id);
      replies.delete(id);
      tell();
    },
    clear() {
      arrived.clear();
      replies.clear();
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

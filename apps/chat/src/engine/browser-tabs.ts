/** Coordinates the tabs of one user in one browser. */
export interface Tabs {
  /** Runs `work` while no other tab does; `signal` cancels the wait. Resolves when `work` has finished. */
  leadOnce: (work: () => Promise<void>, signal: AbortSignal) => Promise<void>;
  post: (message: unknown) => void;
  /** Returns an unsubscribe function. */
  listen: (hear: (message: unknown) => void) => () => void;
}

/** Fallback without Web Locks or BroadcastChannel: every tab reads the stream itself. */
const ALONE: Tabs = {
  leadOnce: (work) => work(),
  post: () => {},
  listen: () => () => {},
};

/**
 * Coordinates the user's open tabs in this browser with a Web Lock and a BroadcastChannel.
 * @param userId scopes the lock and the channel, so that tabs of different users stay separate
 */
export function browserTabs(userId: string): Tabs {
  // Web Locks exist only in secure contexts.
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) return ALONE;
  const name = `homie.conversations.${userId}`;
  const channel = new BroadcastChannel(name);
  return {
    leadOnce: async (work, signal) => {
      await navigator.locks.request(name, { signal }, work);
    },
    post: (message) => channel.postMessage(message),
    listen: (hear) => {
      channel.onmessage = ({ data }: MessageEvent<unknown>) => hear(data);
      return () => channel.close();
    },
  };
}

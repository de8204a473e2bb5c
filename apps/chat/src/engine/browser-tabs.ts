import type { Tabs } from './changes-feed';

/** A tab that can neither agree with others nor talk to them reads for itself. */
const ALONE: Tabs = {
  leadOnce: (work) => work(),
  post: () => {},
  listen: () => () => {},
};

/**
 * The tabs that this person has open in this browser.
 * @param userId keeps the tabs of one person apart from those of another
 */
export function browserTabs(userId: string): Tabs {
  // Pages without TLS have no locks.
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

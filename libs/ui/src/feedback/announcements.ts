/** How urgently a screen reader speaks: after the current sentence, or at once. */
export type Politeness = 'polite' | 'assertive';

/** What is to be spoken; `id` tells two equal texts apart. */
export interface Announcement {
  id: number;
  text: string;
  politeness: Politeness;
}

const listeners = new Set<() => void>();
let lastId = 0;
/** What was said last, and all that was said in the same turn of the event loop: one must not silence the other. */
let latest: readonly Announcement[] = [];
let isSameTurn = false;

/** Has a screen reader speak a text, without showing it. Needs a mounted `LiveRegion`. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  const announcement = { id: ++lastId, text, politeness };
  latest = isSameTurn ? [...latest, announcement] : [announcement];
  if (!isSameTurn) setTimeout(() => (isSameTurn = false));
  isSameTurn = true;
  for (const listener of listeners) listener();
}

/** The latest announcement, with those made at the same time, oldest first. */
export function latestAnnouncements(): readonly Announcement[] {
  return latest;
}

/** Calls back on each announcement. */
export function subscribeAnnouncements(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

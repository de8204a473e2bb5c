/** How urgently a screen reader speaks: after the current sentence, or at once. */
export type Politeness = 'polite' | 'assertive';

/** What is to be spoken; `id` tells two equal texts apart. */
export interface Announcement {
  id: number;
  text: string;
  politeness: Politeness;
}

const listeners = new Set<() => void>();
let latest: Announcement = { id: 0, text: '', politeness: 'polite' };

/** Has a screen reader speak a text, without showing it. Needs a mounted `LiveRegion`. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  latest = { id: latest.id + 1, text, politeness };
  for (const listener of listeners) listener();
}

/** The latest announcement. */
export function latestAnnouncement(): Announcement {
  return latest;
}

/** Calls back on each announcement. */
export function subscribeAnnouncements(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

import { createStore } from '@homie/store';

/** The urgency of an announcement: after the current sentence, or at once. */
export type Politeness = 'polite' | 'assertive';

/** A text for screen readers; `id` distinguishes two equal texts. */
export interface Announcement {
  id: number;
  text: string;
  politeness: Politeness;
}

/**
 * The latest announcement, with those made in the same turn of the event loop, oldest first: they must not silence each
 * other.
 */
export const announcements = createStore<readonly Announcement[]>([]);
let lastId = 0;
let isSameTurn = false;

/** Makes a screen reader speak a text, without showing it. Needs a mounted `LiveRegion`. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  const announcement = { id: ++lastId, text, politeness };
  const earlier = isSameTurn ? announcements.getState() : [];
  if (!isSameTurn) setTimeout(() => (isSameTurn = false));
  isSameTurn = true;
  announcements.setState([...earlier, announcement]);
}

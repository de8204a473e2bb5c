import { createStore } from '@homie/store';

/** A text for screen readers; `id` distinguishes two equal texts. */
export interface Announcement {
  id: number;
  text: string;
}

/**
 * The latest announcement, with those made in the same turn of the event loop, oldest first: they must not silence each
 * other.
 */
export const announcements = createStore<readonly Announcement[]>([]);
let lastId = 0;
let isSameTurn = false;

/** Makes a screen reader speak a text after its current sentence, without showing it. Needs a mounted `LiveRegion`. */
export function announce(text: string): void {
  const announcement = { id: ++lastId, text };
  const earlier = isSameTurn ? announcements.getState() : [];
  if (!isSameTurn) setTimeout(() => (isSameTurn = false));
  isSameTurn = true;
  announcements.setState([...earlier, announcement]);
}

import { createStore } from '@homie/store';

/** How urgently a screen reader speaks: after the current sentence, or at once. */
export type Politeness = 'polite' | 'assertive';

/** What is to be spoken; `id` tells two equal texts apart. */
export interface Announcement {
  id: number;
  text: string;
  politeness: Politeness;
}

/** The latest announcement, with those made in the same turn of the event loop, oldest first: one must not silence the other. */
export const announcements = createStore<readonly Announcement[]>([]);
let lastId = 0;
let isSameTurn = false;

/** Has a screen reader speak a text, without showing it. Needs a mounted `LiveRegion`. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  const announcement = { id: ++lastId, text, politeness };
  const earlier = isSameTurn ? announcements.getState() : [];
  if (!isSameTurn) setTimeout(() => (isSameTurn = false));
  isSameTurn = true;
  announcements.setState([...earlier, announcement]);
}

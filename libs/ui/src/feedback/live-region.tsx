import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { VisuallyHidden } from '../layout/visually-hidden.ts';
import { latestAnnouncement, subscribeAnnouncements } from './announcements.ts';

/** Where `announce` speaks. The shell mounts one; it must be there before the first announcement. */
export function LiveRegion() {
  const { id, text, politeness } = useSyncExternalStore(subscribeAnnouncements, latestAnnouncement);
  // The key makes a new node for an equal text, which would otherwise not be spoken again.
  const spoken = <span key={id}>{text}</span>;
  return createPortal(
    <div data-outside-dialogs>
      <VisuallyHidden aria-live="polite">{politeness === 'polite' && spoken}</VisuallyHidden>
      <VisuallyHidden aria-live="assertive">{politeness === 'assertive' && spoken}</VisuallyHidden>
    </div>,
    document.body,
  );
}

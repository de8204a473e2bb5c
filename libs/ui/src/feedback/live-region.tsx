import { useStore } from '@homie/store';
import { createPortal } from 'react-dom';
import { VisuallyHidden } from '../layout/visually-hidden.ts';
import { announcements, type Politeness } from './announcements.ts';

/** The region in which `announce` speaks. The shell mounts one; it must exist before the first announcement. */
export function LiveRegion() {
  const latest = useStore(announcements);
  const spoken = (politeness: Politeness) =>
    latest
      .filter((announcement) => announcement.politeness === politeness)
      // The key makes a new node for an equal text, which would otherwise not be spoken again.
      .map(({ id, text }) => <div key={id}>{text}</div>);
  return createPortal(
    <div data-outside-dialogs>
      <VisuallyHidden as="div" aria-live="polite">
        {spoken('polite')}
      </VisuallyHidden>
      <VisuallyHidden as="div" aria-live="assertive">
        {spoken('assertive')}
      </VisuallyHidden>
    </div>,
    document.body,
  );
}

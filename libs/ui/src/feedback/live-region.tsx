import { useStore } from '@homie/store';
import { createPortal } from 'react-dom';
import { VisuallyHidden } from '../layout/visually-hidden.ts';
import { announcements } from './announcements.ts';

/** The region in which `announce` speaks. The shell mounts one; it must exist before the first announcement. */
export function LiveRegion() {
  const latest = useStore(announcements);
  return createPortal(
    <div data-outside-dialogs>
      <VisuallyHidden as="div" aria-live="polite">
        {/* The key makes a new node for an equal text, which would otherwise not be spoken again. */}
        {latest.map(({ id, text }) => (
          <div key={id}>{text}</div>
        ))}
      </VisuallyHidden>
    </div>,
    document.body,
  );
}

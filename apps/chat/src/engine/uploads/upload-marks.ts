import { personalKey } from '@homie/auth';
import { persistedMap, textSchema } from '@homie/composition';
import type { WithTabLock } from '../tab-lock';
import { newKey } from '../send';

/** Remembers which files are being uploaded, so that one that a reload cut off is not forgotten in silence. */
export interface UploadMarks {
  /** Marks a file. Returns how to unmark it; `keep` leaves the mark for the next visit to find. */
  mark: (name: string) => (options?: { keep?: boolean }) => void;
  /** Calls back with each file whose tab is gone, now and later. Returns how to stop. */
  start: (cutOff: (name: string) => void) => () => void;
}

/** The marks of one person on this device. */
export function createUploadMarks(userId: string, alone: WithTabLock): UploadMarks {
  const prefix = personalKey(userId, 'upload.');
  const marks = persistedMap(prefix, textSchema);
  return {
    mark(name) {
      const id = newKey();
      const never = new AbortController().signal;
      marks.set(id, name);
      let release = () => {};
      // The lock goes with the tab; the mark stays.
      const held = new Promise<void>((resolve) => (release = resolve));
      void alone(prefix + id, never, () => held);
      return ({ keep = false } = {}) => {
        if (!keep) marks.set(id, '');
        release();
      };
    },
    start(cutOff) {
      const stopped = new AbortController();
      for (const id of marks.getState().keys()) {
        void alone(prefix + id, stopped.signal, async () => {
          const name = marks.refresh(id);
          if (name === '' || stopped.signal.aborted) return;
          marks.set(id, '');
          cutOff(name);
        });
      }
      return () => stopped.abort();
    },
  };
}

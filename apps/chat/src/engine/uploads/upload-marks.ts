import { personalKey } from '@homie/auth';
import { persistedMap, textSchema } from '@homie/composition';
import type { WithTabLock } from '../tab-lock';
import { newId } from '@homie/widgets/new-id';

/** Persists which files are being uploaded, so that an upload that a reload interrupts is reported. */
export interface UploadMarks {
  /** Marks a file. Returns a function that removes the mark; with `keep`, the mark remains for the next visit. */
  mark: (name: string) => (options?: { keep?: boolean }) => void;
  /** Calls `cutOff` with each file whose tab was closed, now and later. Returns a function that stops it. */
  start: (cutOff: (name: string) => void) => () => void;
}

/** The marks of one user on this device. */
export function createUploadMarks(userId: string, alone: WithTabLock): UploadMarks {
  const prefix = personalKey(userId, 'upload.');
  const marks = persistedMap(prefix, textSchema);
  return {
    mark(name) {
      const id = newId();
      const never = new AbortController().signal;
      marks.set(id, name);
      let release = () => {};
      // When the tab closes, the browser releases the lock; the mark remains.
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

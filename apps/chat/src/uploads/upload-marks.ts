import { personalKey } from '@homie/auth';
import { keptNames, keptText } from '../storage/kept-text';
import type { WhileAlone } from '../storage/while-alone';
import { newKey } from '../turns/new-key';

/** Remembers which files are being uploaded, so that one that a reload cut off is not forgotten in silence. */
export interface UploadMarks {
  /** Marks a file. Returns how to unmark it; `keep` leaves the mark for the next visit to find. */
  mark: (name: string) => (options?: { keep?: boolean }) => void;
  /** Calls back with each file whose tab is gone, now and later. Returns how to stop. */
  start: (cutOff: (name: string) => void) => () => void;
}

/** The marks of one person on this device. */
export function createUploadMarks(userId: string, alone: WhileAlone): UploadMarks {
  const beginning = personalKey(userId, 'upload.');
  return {
    mark(name) {
      const key = beginning + newKey();
      const never = new AbortController().signal;
      const kept = keptText(key);
      kept.write(name);
      let release = () => {};
      // The lock goes with the tab; the mark stays.
      const held = new Promise<void>((resolve) => (release = resolve));
      void alone(key, never, () => held);
      return ({ keep = false } = {}) => {
        if (!keep) kept.write(null);
        release();
      };
    },
    start(cutOff) {
      const stopped = new AbortController();
      for (const id of keptNames(beginning)) {
        const key = beginning + id;
        void alone(key, stopped.signal, async () => {
          const kept = keptText(key);
          const name = kept.read();
          if (name === null || stopped.signal.aborted) return;
          kept.write(null);
          cutOff(name);
        });
      }
      return () => stopped.abort();
    },
  };
}

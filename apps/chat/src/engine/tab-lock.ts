/**
 * Runs `task` while this tab holds the lock `name`, after the tabs that requested it earlier.
 * @returns a promise that resolves when the task is done, or when `signal` aborts the wait for the lock
 */
export type WithTabLock = (
  name: string,
  signal: AbortSignal,
  task: () => Promise<void>,
) => Promise<void>;

/**
 * Uses Web Locks, which the browser releases when the tab closes. Insecure contexts lack them and run the task at once.
 */
export const withTabLock: WithTabLock = async (name, signal, task) => {
  if (!('locks' in navigator)) return task();
  try {
    await navigator.locks.request(name, { signal }, task);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

/** Named locks that are held until they are released. */
export interface HeldLocks {
  /** Requests a lock; `acquired` is called when this tab has it. */
  acquire: (name: string, acquired: () => void) => void;
  /** Releases a lock, or the request for it. */
  release: (name: string) => void;
  releaseAll: () => void;
}

/** Turns `withTabLock`, which holds a lock for a task, into locks that are held until they are released. */
export function createHeldLocks(lock: WithTabLock): HeldLocks {
  const releases = new Map<string, () => void>();
  function release(name: string) {
    releases.get(name)?.();
    releases.delete(name);
  }
  return {
    acquire(name, acquired) {
      const request = new AbortController();
      const released = new Promise<void>((resolve) =>
        request.signal.addEventListener('abort', () => resolve()),
      );
      releases.set(name, () => request.abort());
      void lock(name, request.signal, () => {
        if (request.signal.aborted) return Promise.resolve();
        acquired();
        return released;
      });
    },
    release,
    releaseAll() {
      for (const name of releases.keys()) release(name);
    },
  };
}

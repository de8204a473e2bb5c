/**
 * Does something that only one tab may do at a time, after those that came before.
 * @param name what it is, the same in every tab
 * @returns resolves when it is done, or when `signal` ends the wait for it
 */
export type WhileAlone = (
  name: string,
  signal: AbortSignal,
  task: () => Promise<void>,
) => Promise<void>;

/** By the browser's locks, which a tab loses when it is closed. Pages without TLS lack them, and go ahead. */
export const whileAlone: WhileAlone = async (name, signal, task) => {
  if (!('locks' in navigator)) return task();
  try {
    await navigator.locks.request(name, { signal }, task);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

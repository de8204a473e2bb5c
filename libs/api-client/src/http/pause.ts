/** The time that a call waits for an offline browser before it counts as lost, in milliseconds. */
const OFFLINE_LIMIT_MS = 60_000;

/**
 * Waits before another attempt. While the browser is offline it waits for the network instead, up to a minute; the
 * return of the network ends any wait.
 * @throws the signal's reason when aborted
 */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const offline = globalThis.navigator?.onLine === false;
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', aborted);
      globalThis.removeEventListener?.('online', back);
      settle();
    };
    const back = finish(resolve);
    const aborted = finish(() => reject(signal.reason));
    const timer = setTimeout(back, offline ? OFFLINE_LIMIT_MS : milliseconds);
    if (signal.aborted) return aborted();
    signal.addEventListener('abort', aborted);
    globalThis.addEventListener?.('online', back);
  });
}

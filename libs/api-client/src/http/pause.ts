/** How long an offline browser is waited for before a call counts as lost. */
const OFFLINE_LIMIT_MS = 60_000;

/**
 * Waits before another attempt. While the browser is offline it waits for the network instead, up to a minute; a network
 * that is back ends any wait.
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

/** Whether there is a network, and when that changes. */
export interface Network {
  /** False when a request certainly fails; true is only a guess. */
  isOnline: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

/** The network as the browser knows it. */
export const browserNetwork: Network = {
  isOnline: () => navigator.onLine,
  subscribe(listener) {
    globalThis.addEventListener('online', listener);
    globalThis.addEventListener('offline', listener);
    return () => {
      globalThis.removeEventListener('online', listener);
      globalThis.removeEventListener('offline', listener);
    };
  },
};

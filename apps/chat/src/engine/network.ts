import { serverStatus } from '@homie/api-client';

/** Reports if requests can get through, and notifies when that changes. */
export interface Network {
  /** False when a request certainly fails; true is only a guess. */
  isOnline: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

/** The network status according to the browser. */
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

/** The network status including the server: a server that is down is treated like a lost connection. */
export const serverNetwork: Network = {
  isOnline: () => navigator.onLine && serverStatus.isReachable(),
  subscribe(listener) {
    const stops = [browserNetwork.subscribe(listener), serverStatus.subscribe(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  },
};

import { serverStatus } from '@homie/api-client';

/** Whether requests can get through, and when that changes. */
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

/** The network with the server at its other end: a server that is down is waited for like a lost connection. */
export const serverNetwork: Network = {
  isOnline: () => navigator.onLine && serverStatus.isReachable(),
  subscribe(listener) {
    const stops = [browserNetwork.subscribe(listener), serverStatus.subscribe(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  },
};

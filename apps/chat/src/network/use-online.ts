import { useSyncExternalStore } from 'react';
import { browserNetwork, serverNetwork } from './network';

/** Whether the browser has a network, as far as it knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(browserNetwork.subscribe, browserNetwork.isOnline);
}

/** Whether the server can be reached: false offline, and while the server itself is down. */
export function useServerReachable(): boolean {
  return useSyncExternalStore(serverNetwork.subscribe, serverNetwork.isOnline);
}

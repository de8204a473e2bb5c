import { useSyncExternalStore } from 'react';
import { browserNetwork } from './network';

/** Whether the browser has a network, as far as it knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(browserNetwork.subscribe, browserNetwork.isOnline);
}

import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Returns true while this tab is in front, so that its content can be seen. */
export function useVisible(): boolean {
  return useSyncExternalStore(subscribe, () => !document.hidden);
}

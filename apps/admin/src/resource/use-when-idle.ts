import { whenIdle } from '@homie/ui';
import { useEffect, useEffectEvent } from 'react';

/**
 * Preloads code that is likely to be needed next, once the page is idle. Ignores failures: the code is loaded when it
 * is needed.
 */
export function useWhenIdle(...loads: readonly (() => Promise<unknown>)[]): void {
  const loadAll = useEffectEvent(() => {
    for (const load of loads) load().catch(() => undefined);
  });
  useEffect(() => whenIdle(() => loadAll()), []);
}

import { whenIdle } from '@homie/ui';
import { useEffect, useEffectEvent } from 'react';

/**
 * Loads code that is likely to be needed next, once the page has nothing else to do. What cannot be loaded now is
 * loaded when it is needed.
 */
export function useWhenIdle(...loads: readonly (() => Promise<unknown>)[]): void {
  const loadAll = useEffectEvent(() => {
    for (const load of loads) load().catch(() => undefined);
  });
  useEffect(() => whenIdle(() => loadAll()), []);
}

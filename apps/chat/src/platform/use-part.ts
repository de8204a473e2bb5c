import { serverStatus } from '@homie/api-client';
import { useEffect, useEffectEvent, useState } from 'react';

/** A lazily loaded module. */
export interface LoadedPart<Part> {
  /** Null until it has loaded. */
  part: Part | null;
  failed: boolean;
  retry: () => void;
}

/** The modules that have loaded: available at once when they are needed again. */
const arrived = new WeakMap<() => Promise<object>, object>();

/**
 * Loads a module on first use. Unlike React's `lazy`, a failure does not unmount the whole screen, and can be retried.
 * @param load a constant function, usually one `import()`
 */
export function usePart<Part extends object>(load: () => Promise<Part>): LoadedPart<Part> {
  const [attempt, setAttempt] = useState(0);
  const [{ part, failed }, setState] = useState(() => ({
    part: (arrived.get(load) as Part | undefined) ?? null, // only `load` itself sets it
    failed: false,
  }));
  useEffect(() => {
    let left = false;
    const settle = (loaded: Part | null) => {
      if (loaded !== null) arrived.set(load, loaded);
      if (!left) setState({ part: loaded, failed: loaded === null });
    };
    load().then(settle, () => settle(null));
    return () => {
      left = true;
    };
  }, [load, attempt]);
  const retry = () => {
    setState({ part: null, failed: false });
    setAttempt(attempt + 1);
  };
  const comeBack = useEffectEvent(retry);
  // Not every failed module has a retry button: it loads again when the connection, the server or the user is back.
  useEffect(() => {
    if (!failed) return;
    const again = () => comeBack();
    const stop = serverStatus.subscribe(() => {
      if (serverStatus.isReachable()) again();
    });
    for (const event of SIGNS) window.addEventListener(event, again);
    return () => {
      stop();
      for (const event of SIGNS) window.removeEventListener(event, again);
    };
  }, [failed]);
  return { part, failed, retry };
}

const SIGNS = ['online', 'focus'];

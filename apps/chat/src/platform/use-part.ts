import { serverStatus } from '@homie/api-client';
import { useEffect, useEffectEvent, useState } from 'react';

/** Code that most visits do without, as far as it has arrived. */
export interface LoadedPart<Part> {
  /** Null until it has arrived. */
  part: Part | null;
  failed: boolean;
  retry: () => void;
}

/** What has arrived by now: asked for again, it is there at once. */
const arrived = new WeakMap<() => Promise<object>, object>();

/**
 * Loads code when it is first needed. Not React's `lazy`, which takes the whole screen down when the code does not
 * arrive, and never asks again.
 * @param load a constant function, usually one `import()`
 */
export function usePart<Part extends object>(load: () => Promise<Part>): LoadedPart<Part> {
  const [attempt, setAttempt] = useState(0);
  const [{ part, failed }, setState] = useState(() => ({
    part: (arrived.get(load) as Part | undefined) ?? null, // only `load` itself puts something there
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
  // Not everything that did not arrive has a button: it comes with the connection, the server, or the person.
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

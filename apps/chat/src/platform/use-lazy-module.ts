import { serverStatus } from '@homie/api-client';
import { useEffect, useEffectEvent, useState } from 'react';

/** A lazily loaded module. */
export interface LazyModule<Module> {
  /** Null until it has loaded. */
  module: Module | null;
  failed: boolean;
  retry: () => void;
}

/** The modules that have loaded: available at once when they are needed again. */
const loadedModules = new WeakMap<() => Promise<object>, object>();

/** Loads a module unless it has loaded: even then, `import()` would look for its files in the page. */
async function loadOnce<Module extends object>(load: () => Promise<Module>): Promise<Module> {
  const module = (loadedModules.get(load) as Module | undefined) ?? (await load()); // only this function sets it
  loadedModules.set(load, module);
  return module;
}

/** Loads a module before its first use. A failure is reported when the module is used. */
export function preloadModule(load: () => Promise<object>): void {
  loadOnce(load).catch(() => undefined);
}

/**
 * Loads a module on first use. Unlike React's `lazy`, a failure does not unmount the whole screen, and can be retried.
 * @param load a constant function, usually one `import()`
 */
export function useLazyModule<Module extends object>(
  load: () => Promise<Module>,
): LazyModule<Module> {
  const [attempt, setAttempt] = useState(0);
  const [{ module, failed }, setState] = useState(() => ({
    module: (loadedModules.get(load) as Module | undefined) ?? null,
    failed: false,
  }));
  useEffect(() => {
    let left = false;
    const settle = (loaded: Module | null) => {
      if (left) return;
      // The same state if it was loaded before: an element that is shown again is not rendered again.
      setState((state) =>
        loaded !== null && state.module === loaded
          ? state
          : { module: loaded, failed: loaded === null },
      );
    };
    loadOnce(load).then(settle, () => settle(null));
    return () => {
      left = true;
    };
  }, [load, attempt]);
  const retry = () => {
    setState({ module: null, failed: false });
    setAttempt(attempt + 1);
  };
  const retryWhenReachable = useEffectEvent(retry);
  // Not every failed module has a retry button: it loads again when the connection, the server or the user is back.
  useEffect(() => {
    if (!failed) return;
    const again = () => retryWhenReachable();
    const stop = serverStatus.subscribe(() => {
      if (serverStatus.isReachable()) again();
    });
    for (const event of SIGNS) window.addEventListener(event, again);
    return () => {
      stop();
      for (const event of SIGNS) window.removeEventListener(event, again);
    };
  }, [failed]);
  return { module, failed, retry };
}

const SIGNS = ['online', 'focus'];

import { loadRemote, registerRemotes } from '@module-federation/runtime';
import type { RemoteModule, ResolvedRemote } from '@homie/composition';

/** Loads the code of remotes. The seam between our rules and Module Federation. */
export interface RemoteRuntime {
  /**
   * Loads a remote's screens.
   * @param attempt above 0 the address is changed: a browser remembers a module that failed by its address
   */
  load(remote: ResolvedRemote, attempt: number): Promise<RemoteModule>;
}

/** Loads from the addresses of the manifest, by Module Federation. */
export const federationRuntime: RemoteRuntime = {
  async load({ name, entry }, attempt) {
    const address = new URL(entry, window.location.origin);
    if (attempt > 0) address.searchParams.set('attempt', String(attempt));
    registerRemotes([{ name, entry: address.href, type: 'module' }], { force: attempt > 0 });
    const module = await loadRemote<RemoteModule>(`${name}/routes`);
    if (typeof module?.default !== 'function' && typeof module?.default !== 'object') {
      throw new Error(`${address.href} exposes no screens`);
    }
    return module;
  },
};

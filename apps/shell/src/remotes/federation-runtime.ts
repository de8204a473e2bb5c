import { loadRemote, registerRemotes } from '@module-federation/runtime';
import type { Release, RemoteModule, ResolvedRemote } from '@homie/composition';
import type { Finding } from './diagnose';
import type { PageContext } from './page-context';
import type { PageIntegrity } from './page-integrity';
import { RemoteError } from './remote-error';

/** Loads the code of remotes. The seam between our rules and Module Federation. */
export interface RemoteRuntime {
  /**
   * Loads a remote's screens.
   * @param attempt above 0 the address is changed: a browser remembers a module that failed by its address
   * @throws RemoteError 'origin' or 'unverified' before anything of it is loaded
   */
  load(remote: ResolvedRemote, attempt: number): Promise<RemoteModule>;
  /** What is wrong with a release that did not load. */
  diagnose(release: Release): Promise<Finding>;
}

/** Loads by Module Federation, from where the environment allows it and as the page's hashes say. */
export function createFederationRuntime(
  started: Promise<PageContext>,
  page: PageIntegrity,
): RemoteRuntime {
  async function resolveEntry(remote: ResolvedRemote, attempt: number): Promise<string> {
    const address = new URL(remote.entry, window.location.origin);
    // What a developer puts in a remote's place has the page's policy as its guard.
    if (remote.source !== 'override') {
      const { remoteOrigins, requireIntegrity } = (await started).environment;
      if (address.origin !== window.location.origin && !remoteOrigins.includes(address.origin))
        throw new RemoteError('origin', `${address.origin} is not among the allowed origins`);
      if (requireIntegrity || address.href in page.known)
        return page.admit(address.href, remote.integrity, attempt);
    }
    if (attempt > 0) address.searchParams.set('attempt', String(attempt));
    return address.href;
  }

  return {
    async load(remote, attempt) {
      const { name } = remote;
      const entry = await resolveEntry(remote, attempt);
      registerRemotes([{ name, entry, type: 'module' }], { force: attempt > 0 });
      const module = await loadRemote<RemoteModule>(`${name}/routes`);
      if (typeof module?.default !== 'function' && typeof module?.default !== 'object') {
        throw new Error(`${entry} exposes no screens`);
      }
      return module;
    },
    async diagnose({ entry }) {
      const { diagnose } = await import('./diagnose');
      return diagnose(page.scriptsOf(new URL(entry, window.location.origin).href));
    },
  };
}

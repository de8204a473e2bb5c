import { loadRemote, registerRemotes } from '@module-federation/runtime';
import type { Release, RemoteModule, ResolvedRemote } from '@homie/composition';
import type { PageIntegrity } from '../integrity/page-integrity';
import { RemoteError } from '../remote-error';
import type { PageContext } from '../selection/person';
import type { Finding } from './diagnose';

/** Loads the code of remotes. The interface between our rules and Module Federation. */
export interface RemoteRuntime {
  /**
   * Loads a remote's screens.
   * @param attempt above 0 the address is changed: a browser never requests a module again that failed
   * @throws RemoteError 'origin' or 'unverified' before any code is loaded
   */
  load(remote: ResolvedRemote, attempt: number): Promise<RemoteModule>;
  /** Finds the reason why a release did not load. */
  diagnose(release: Release): Promise<Finding>;
}

/** Loads by Module Federation, from the origins that the environment allows and with the hashes of the page. */
export function createFederationRuntime(
  started: Promise<PageContext>,
  page: PageIntegrity,
): RemoteRuntime {
  async function resolveEntry(remote: ResolvedRemote, attempt: number): Promise<string> {
    const address = new URL(remote.entry, window.location.origin);
    // An override is limited by the page's content security policy.
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
      return diagnose(page.getScripts(new URL(entry, window.location.origin).href));
    },
  };
}

import type * as remotes from './remotes';

/** The calls about the remotes of the page. */
export type RemotesApi = typeof remotes;

/**
 * Loads the calls about remotes: `const { listRemoteHealth } = await lazyRemotesApi()`.
 * They stay out of the first load.
 */
export function lazyRemotesApi(): Promise<RemotesApi> {
  return import('./remotes');
}

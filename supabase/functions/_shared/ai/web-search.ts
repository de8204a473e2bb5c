import type { ProviderCapabilities, WebScope } from './provider.ts';

/** Message shown if the provider cannot restrict a web search to the assistant's sites. */
export const WEB_NOT_SEARCHED =
  'The web is not searched: the AI provider cannot keep to the sites that this assistant may use.';

/** Checks if a provider can restrict a web search to given sites. A search of the whole web does not count. */
export function canSearchWeb({ webSearch, domainFilter }: ProviderCapabilities): boolean {
  return webSearch && domainFilter;
}

/**
 * Returns the domains that a provider searches for a reply. Without a list it searches none, since a search without one
 * would cover the whole web.
 */
export function searchedDomains(web: WebScope, capabilities: ProviderCapabilities): string[] {
  return web.enabled && canSearchWeb(capabilities) ? web.domains : [];
}

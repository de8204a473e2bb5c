import type { ProviderCapabilities, WebScope } from './provider.ts';

/** What is told where the web could be searched, but not within the assistant's sites alone. */
export const WEB_NOT_SEARCHED =
  'The web is not searched: the AI provider cannot keep to the sites that this assistant may use.';

/** Whether a provider can search and keep to given sites. One that searches all of the web does not count. */
export function canSearchWeb({ webSearch, domainFilter }: ProviderCapabilities): boolean {
  return webSearch && domainFilter;
}

/** Where a provider searches the web for a reply: nowhere without a list, for that would be everywhere. */
export function searchedDomains(web: WebScope, capabilities: ProviderCapabilities): string[] {
  return web.enabled && canSearchWeb(capabilities) ? web.domains : [];
}

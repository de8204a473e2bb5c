import { normaliseDomain } from '../_shared/domain/web-domains.ts';

/** Maximum number of domains that the filter of the provider accepts. */
const DOMAINS_MAX = 100;

interface WebSettings {
  webResearch: boolean;
  orgDomains: readonly string[];
}

/**
 * Reads the web settings from variables: WEB_RESEARCH (users may search the web on request) and ORG_WEB_DOMAINS (the
 * organisation's sites, separated by commas, each with its subdomains).
 * @throws Error that says what to set
 */
export function readWebSettings(
  variables: Readonly<Record<string, string | undefined>>,
): WebSettings {
  const research = variables['WEB_RESEARCH']?.trim().toLowerCase() || 'false';
  if (research !== 'true' && research !== 'false') {
    throw new Error('Set WEB_RESEARCH to true or false.');
  }
  const texts = (variables['ORG_WEB_DOMAINS'] ?? '').split(/[\s,]+/).filter((text) => text !== '');
  const domains = texts.map((text) => {
    const domain = normaliseDomain(text);
    if (domain === undefined) {
      throw new Error(
        `Set ORG_WEB_DOMAINS to domains separated by commas, like example.org: "${text}" is none.`,
      );
    }
    return domain;
  });
  const orgDomains = [...new Set(domains)];
  if (orgDomains.length > DOMAINS_MAX) {
    throw new Error(`Set ORG_WEB_DOMAINS to at most ${DOMAINS_MAX} domains.`);
  }
  return { webResearch: research === 'true', orgDomains };
}

import { normaliseDomain } from '../_shared/domain/web-domains.ts';

/** What the provider's filter takes. */
const DOMAINS_MAX = 100;

interface WebSettings {
  webResearch: boolean;
  orgDomains: readonly string[];
}

/**
 * Reads from variables whether people may have the web searched on request (WEB_RESEARCH), and the organisation's sites
 * (ORG_WEB_DOMAINS, separated by commas), each with all that lies under it.
 * @throws Error with a sentence that says what to set
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

import type { Assistant } from '@homie/contracts';
import type { WebScope } from '../_shared/ai/provider.ts';
import { normaliseDomains } from '../_shared/domain/web-domains.ts';

/**
 * Where an assistant may search the web: on the organisation's sites or on its own, never on both and never elsewhere.
 * What is no domain counts for nothing, so that a slip in a list cannot open the whole web.
 * @param orgDomains as `normaliseDomain` gives them
 */
export function webScope(
  assistant: Pick<Assistant, 'web_research_enabled' | 'use_org_domains' | 'web_domains'>,
  orgDomains: readonly string[],
): WebScope {
  const domains = assistant.use_org_domains
    ? [...orgDomains]
    : normaliseDomains(assistant.web_domains);
  const enabled = assistant.web_research_enabled && domains.length > 0;
  return { enabled, domains: enabled ? domains : [] };
}

import type { Assistant } from '@homie/contracts';
import type { WebScope } from '../_shared/ai/provider.ts';
import { normaliseDomains } from '../_shared/domain/web-domains.ts';

/**
 * Returns the domains that an assistant may search: the organisation's sites or its own, never both and never others.
 * Invalid domains are ignored, so that a mistake in a list cannot open the whole web.
 * @param orgDomains as `normaliseDomain` returns them
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

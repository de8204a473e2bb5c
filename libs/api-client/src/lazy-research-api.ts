import type * as research from './endpoints/research-web';

/** The call for web research. */
export type ResearchApi = typeof research;

/** Loads the call for web research: `const { researchWeb } = await lazyResearchApi()`. It stays out of the first load. */
export function lazyResearchApi(): Promise<ResearchApi> {
  return import('./endpoints/research-web');
}

import type * as administration from './administration';
import type * as attachments from './endpoints/attachments';
import type * as feedback from './endpoints/feedback';
import type * as sources from './endpoints/read-sources';
import type * as research from './endpoints/research-web';
import type * as search from './endpoints/search-messages';
import type * as remotes from './remotes';

// Calls that the first screen does not need: a chunk for each group, which stays out of the first load.

/** The calls of the administration and of the audit log. */
export type AdminApi = typeof administration;

/** Loads the calls of the administration, with the REST client: `const { listUsers } = await lazyAdminApi()`. */
export function lazyAdminApi(): Promise<AdminApi> {
  return import('./administration');
}

/** The calls that upload, scan, remove and open files. */
export type AttachmentsApi = typeof attachments;

/** Loads the calls for files: `const { openFile } = await lazyAttachmentsApi()`. */
export function lazyAttachmentsApi(): Promise<AttachmentsApi> {
  return import('./endpoints/attachments');
}

/** Feedback on replies. */
export type FeedbackApi = typeof feedback;

/** Loads the calls for feedback on replies: `const { listFeedback } = await lazyFeedbackApi()`. */
export function lazyFeedbackApi(): Promise<FeedbackApi> {
  return import('./endpoints/feedback');
}

/** The calls about the remotes of the page. */
export type RemotesApi = typeof remotes;

/** Loads the calls about remotes: `const { listRemoteHealth } = await lazyRemotesApi()`. */
export function lazyRemotesApi(): Promise<RemotesApi> {
  return import('./remotes');
}

/** The call for web research. */
export type ResearchApi = typeof research;

/** Loads the call for web research: `const { researchWeb } = await lazyResearchApi()`. */
export function lazyResearchApi(): Promise<ResearchApi> {
  return import('./endpoints/research-web');
}

/** The search within a conversation. */
export type SearchApi = typeof search;

/** Loads the search within a conversation: `const { searchMessages } = await lazySearchApi()`. */
export function lazySearchApi(): Promise<SearchApi> {
  return import('./endpoints/search-messages');
}

/** The records and documents that replies cite. */
export type SourcesApi = typeof sources;

/** Loads the sources that replies cite: `const { getRecord } = await lazySourcesApi()`. */
export function lazySourcesApi(): Promise<SourcesApi> {
  return import('./endpoints/read-sources');
}

// Calls that the first screen does not need: a chunk for each group, which stays out of the first load.

/** Loads the calls of the administration and of the audit log, with the REST client. */
export function lazyAdminApi() {
  return import('./administration');
}

/** The calls of the administration and of the audit log. */
export type AdminApi = Awaited<ReturnType<typeof lazyAdminApi>>;

/** Loads the calls for the sessions and recovery codes of the user. */
export function lazyAccountApi() {
  return import('./endpoints/account');
}

/** Loads the calls that upload, scan, remove and open files. */
export function lazyAttachmentsApi() {
  return import('./endpoints/attachments');
}

/** Loads the calls for feedback on replies. */
export function lazyFeedbackApi() {
  return import('./endpoints/feedback');
}

/** The calls for feedback on replies. */
export type FeedbackApi = Awaited<ReturnType<typeof lazyFeedbackApi>>;

/** Loads the call for follow-up questions. */
export function lazyFollowUpsApi() {
  return import('./endpoints/follow-ups');
}

/** Loads the calls for handing conversations over. */
export function lazyHandoversApi() {
  return import('./endpoints/handovers');
}

/** Loads the storage of conversations on this device. */
export function lazyLocalCopies() {
  return import('./copies/open-local-copies');
}

/** Loads the search in the conversations that this page or device has. */
export function lazyLocalSearch() {
  return import('./endpoints/conversations/local-search');
}

/** Loads the calls about the remotes of the page. */
export function lazyRemotesApi() {
  return import('./remotes');
}

/** Loads the call for web research. */
export function lazyResearchApi() {
  return import('./endpoints/research-web');
}

/** Loads the search within a conversation. */
export function lazySearchApi() {
  return import('./endpoints/search-messages');
}

/** Loads the documents that replies cite. */
export function lazySourcesApi() {
  return import('./endpoints/read-sources');
}

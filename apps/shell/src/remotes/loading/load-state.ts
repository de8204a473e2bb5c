/**
 * The reason why a remote is loaded. A retry reads the manifest from the server and requests its code at another
 * address.
 */
export type LoadReason = 'first' | 'retry';

/** The loading status of a remote on this page. */
export type LoadStatus = 'idle' | 'selecting' | 'fetching' | 'ready' | 'failed';

/** An event of a load: one of the reasons starts it. */
export type LoadEvent = LoadReason | 'selected' | 'refetch' | 'fetched' | 'failed' | 'forget';

/** The next status for each event. Other events have no effect, such as a second load of a remote that is loading. */
export const LOAD_STATES: Readonly<
  Record<LoadStatus, Readonly<Partial<Record<LoadEvent, LoadStatus>>>>
> = {
  idle: { first: 'selecting', retry: 'selecting' },
  selecting: { selected: 'fetching', failed: 'failed' },
  fetching: { fetched: 'ready', refetch: 'selecting', failed: 'failed' },
  ready: { retry: 'selecting' },
  // Code may arrive after its deadline.
  failed: { retry: 'selecting', fetched: 'ready', forget: 'idle' },
};

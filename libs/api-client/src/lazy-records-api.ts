import type * as records from './endpoints/get-record';

/** The records that replies cite. */
export type RecordsApi = typeof records;

/** Loads the records that replies cite: `const { getRecord } = await lazyRecordsApi()`. It stays out of the first load. */
export function lazyRecordsApi(): Promise<RecordsApi> {
  return import('./endpoints/get-record');
}

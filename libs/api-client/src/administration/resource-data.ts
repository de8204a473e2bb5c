import { keepPreviousData, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Api } from '../http/api';
import type { Counted } from './page-range';
import type { RowOrder } from './row-order';
import type { Saved } from './saved';

/** A request for a page of a list: the search text, the order, and the page number, counted from 1. */
export interface PageSearch {
  q?: string | undefined;
  order?: RowOrder<string> | undefined;
  page: number;
}

/** The endpoints of a resource. A resource without one of the last three cannot be changed in that way. */
interface ResourceEndpoints<Row, Found, Search extends PageSearch, Input> {
  list: (api: Api, search: Search, signal?: AbortSignal) => Promise<Counted<Row[]>>;
  get: (api: Api, id: string, signal?: AbortSignal) => Promise<Found>;
  create?: (api: Api, input: Input) => Promise<Found>;
  /** @param version the record as it was read; the server refuses to overwrite a later one */
  update?: (api: Api, version: Found, input: Input) => Promise<Saved<Found>>;
  remove?: (api: Api, id: string) => Promise<void>;
}

/** A resource: its endpoints, the queries that read it, and their invalidation after a change. */
export interface ResourceData<
  Row,
  Found,
  Search extends PageSearch,
  Input,
> extends ResourceEndpoints<Row, Found, Search, Input> {
  /** Options of the query for a page. The previous page stays visible until the next one has loaded. */
  pageQuery: (
    api: Api,
    search: Search,
  ) => {
    queryKey: QueryKey;
    queryFn: (context: { signal: AbortSignal }) => Promise<Counted<Row[]>>;
    placeholderData: typeof keepPreviousData;
  };
  /** Options of the query for one record. */
  recordQuery: (
    api: Api,
    id: string,
  ) => {
    queryKey: QueryKey;
    queryFn: (context: { signal: AbortSignal }) => Promise<Found>;
    staleTime: number;
  };
  /** Invalidates the queries of this resource and those that its changes affect. Resolves when the former are current. */
  invalidate: (client: QueryClient) => Promise<void>;
}

/** The key of something that belongs to one record: invalidating the resource invalidates it as well. */
export function recordKey(name: string, id: string, ...part: QueryKey): QueryKey {
  return ['admin', name, 'one', id, ...part];
}

/**
 * Makes the queries of a resource from its endpoints.
 * @param affects keys of other queries that a change makes stale
 */
export function resourceData<Row, Found, Search extends PageSearch, Input>(
  name: string,
  endpoints: ResourceEndpoints<Row, Found, Search, Input>,
  affects: readonly QueryKey[],
): ResourceData<Row, Found, Search, Input> {
  return {
    ...endpoints,
    pageQuery: (api, search) => ({
      queryKey: ['admin', name, 'page', search],
      queryFn: ({ signal }) => endpoints.list(api, search, signal),
      placeholderData: keepPreviousData,
    }),
    recordQuery: (api, id) => ({
      queryKey: recordKey(name, id),
      queryFn: ({ signal }) => endpoints.get(api, id, signal),
      staleTime: 0,
    }),
    async invalidate(client) {
      for (const queryKey of affects) void client.invalidateQueries({ queryKey });
      await client.invalidateQueries({ queryKey: ['admin', name] });
    },
  };
}

/** Options of a query for the effect of a change that the user is still choosing. */
export const previewOptions = { placeholderData: keepPreviousData, staleTime: 0, gcTime: 0 };

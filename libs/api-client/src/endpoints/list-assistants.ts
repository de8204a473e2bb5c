import {
  ASSISTANT_LIST_MAX,
  assistantListSchema,
  type Assistant,
  type AssistantKind,
} from '@homie/contracts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Api } from '../http/api';
import { callFunction, withQuery } from '../http/call-function';
import { useApi } from '../react/api-context';
import { ASSISTANTS_KEY } from './assistants-key';

/** A search for assistants; `kind` 'all' includes both kinds. */
export interface AssistantSearch {
  q?: string | undefined;
  kind?: AssistantKind | 'all' | undefined;
  limit?: number | undefined;
}

/** Lists the assistants that the user can use and whose label contains `q`. */
export async function listAssistants(
  api: Api,
  { q, kind = 'all', limit = ASSISTANT_LIST_MAX }: AssistantSearch,
  signal?: AbortSignal,
): Promise<Assistant[]> {
  const endpoint = withQuery('/assistants', {
    q,
    kind: kind === 'all' ? undefined : kind,
    limit,
  });
  const { rows } = await callFunction(api, assistantListSchema, {
    endpoint,
    method: 'GET',
    signal,
  });
  return rows;
}

function assistantListOptions(api: Api, search: AssistantSearch) {
  return queryOptions({
    queryKey: [...ASSISTANTS_KEY, 'list', search.q ?? '', search.kind ?? 'all', search.limit],
    queryFn: ({ signal }) => listAssistants(api, search, signal),
    placeholderData: keepPreviousData,
  });
}

/** Queries the assistants that match the search. The previous ones stay until the new ones have loaded. */
export function useAssistants(search: AssistantSearch) {
  return useQuery(assistantListOptions(useApi(), search));
}

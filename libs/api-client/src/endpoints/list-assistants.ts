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

/** What to look for among the assistants; `kind` 'all' asks for both. */
export interface AssistantSearch {
  q?: string | undefined;
  kind?: AssistantKind | 'all' | undefined;
  limit?: number | undefined;
}

/** The assistants that the person may use, those whose label contains `q`. */
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
    queryKey: ['assistants', 'list', search.q ?? '', search.kind ?? 'all', search.limit],
    queryFn: ({ signal }) => listAssistants(api, search, signal),
    placeholderData: keepPreviousData,
  });
}

/** The assistants that fit the search; the previous ones stay while a new search runs. */
export function useAssistants(search: AssistantSearch) {
  return useQuery(assistantListOptions(useApi(), search));
}

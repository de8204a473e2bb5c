import { assistantSchema, type Assistant } from '@homie/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';
import { useApi } from '../../react/api-context';

/** One assistant that the person may use. */
export function getAssistant(api: Api, id: string, signal?: AbortSignal): Promise<Assistant> {
  const endpoint = `/assistants/${encodeURIComponent(id)}`;
  return callFunction(api, assistantSchema, { endpoint, method: 'GET', signal });
}

export function assistantOptions(api: Api, id: string) {
  return queryOptions({
    queryKey: ['assistants', 'detail', id],
    queryFn: ({ signal }) => getAssistant(api, id, signal),
  });
}

/** One assistant; asks nothing while `id` is null. */
export function useAssistant(id: string | null) {
  return useQuery({ ...assistantOptions(useApi(), id ?? ''), enabled: id !== null });
}

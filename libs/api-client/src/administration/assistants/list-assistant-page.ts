import {
  assistantListSchema,
  type Assistant,
  type AssistantKind,
  type AssistantSort,
} from '@homie/contracts';
import type { Api } from '../../http/api';
import { callFunction, withQuery } from '../../http/call-function';
import type { Counted } from '../ask-rest';

/** How many assistants the administration shows at once. */
export const ASSISTANT_PAGE_SIZE = 25;

/** Which assistants: those whose label contains `q` and, unless 'all', who are of the kind. */
export interface AssistantPageSearch {
  q?: string | undefined;
  kind?: AssistantKind | 'all' | undefined;
  sort?: AssistantSort | undefined;
  page: number;
}

/** One page of the assistants, 25 a page, by label unless told otherwise, with the number of all. */
export async function listAssistantPage(
  api: Api,
  { q, kind = 'all', sort, page }: AssistantPageSearch,
  signal?: AbortSignal,
): Promise<Counted<Assistant[]>> {
  const endpoint = withQuery('/assistants', {
    q,
    kind: kind === 'all' ? undefined : kind,
    sort,
    page,
    limit: ASSISTANT_PAGE_SIZE,
  });
  const { rows, total = rows.length } = await callFunction(api, assistantListSchema, {
    endpoint,
    method: 'GET',
    signal,
  });
  return { rows, total };
}

import { assistantListSchema, type Assistant, type AssistantKind } from '@homie/contracts';
import type { Api } from '../../http/api';
import { callFunction, withQuery } from '../../http/call-function';
import type { Counted } from '../page-range';
import type { RowOrder } from '../row-order';

/** Number of assistants on a page of the administration. */
export const ASSISTANT_PAGE_SIZE = 25;

/**
 * A search for a page of the assistants whose label contains `q` and that are of the kind, unless it is 'all'. Access
 * 'none' finds those that only administrators can use.
 */
export interface AssistantPageSearch {
  q?: string | undefined;
  kind?: AssistantKind | 'all' | undefined;
  access?: 'all' | 'none' | undefined;
  order?: RowOrder<'label' | 'created_at'> | undefined;
  page: number;
}

const BY_LABEL = { by: 'label', direction: 'ascending' } as const;

/** Lists one page of the assistants, 25 a page, by label by default, with the total. */
export async function listAssistantPage(
  api: Api,
  { q, kind = 'all', access = 'all', order = BY_LABEL, page }: AssistantPageSearch,
  signal?: AbortSignal,
): Promise<Counted<Assistant[]>> {
  const endpoint = withQuery('/assistants', {
    q,
    kind: kind === 'all' ? undefined : kind,
    access: access === 'all' ? undefined : access,
    sort: `${order.by}_${order.direction === 'ascending' ? 'asc' : 'desc'}`,
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

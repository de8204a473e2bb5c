import type { AssistantList, AssistantSort } from '@homie/contracts';
import { listAssistantsQuerySchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readPage } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import { ASSISTANT_COLUMNS, assistantRowSchema, toAssistant } from '../assistant-row.ts';
import type { CallContext } from '../context.ts';

const ORDER: Record<AssistantSort, [column: string, options: { ascending: boolean }]> = {
  label_asc: ['label_order', { ascending: true }],
  label_desc: ['label_order', { ascending: false }],
  created_at_asc: ['created_at', { ascending: true }],
  created_at_desc: ['created_at', { ascending: false }],
};

/** GET /assistants: the assistants that the caller may use, by label by default; with `page` a page and the total. */
export async function listAssistants(
  { data }: CallContext,
  { query }: RoutedCall,
): Promise<AssistantList> {
  const {
    q = '',
    kind,
    access,
    limit: pageSize,
    page,
    sort,
  } = parseInput(listAssistantsQuerySchema, query);
  const count = page === undefined ? undefined : 'exact';
  const source =
    q === '' && access === undefined
      ? data.from('assistants').select(ASSISTANT_COLUMNS, { count })
      : data
          .rpc(
            access === 'none' ? 'assistants_without_access' : 'search_assistants',
            { q },
            { count },
          )
          .select(ASSISTANT_COLUMNS);
  const [column, options] = ORDER[sort ?? 'label_asc'];
  const selection = kind === undefined ? source : source.eq('kind', kind);
  const { rows, total } = await readPage(
    selection.order(column, options).order('id'),
    { page: page ?? 1, pageSize },
    z.array(assistantRowSchema),
  );
  const assistants = rows.map(toAssistant);
  return page === undefined ? { rows: assistants } : { rows: assistants, total };
}

import type { AdminOverview } from '@homie/contracts/admin';
import { nearBudgetSchema, overviewSchema } from '@homie/contracts/admin';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { queryRestAsAdmin } from '../query-rest';

/** Reads what needs attention and the activity of the last seven days. */
export async function readOverview(api: Api): Promise<AdminOverview> {
  const { rows } = await queryRestAsAdmin(api, overviewSchema, (rest) => rest.rpc('read_overview'));
  return rows;
}

/** Options of the query for the overview, which is read again whenever its screen opens. */
export function overviewQuery(api: Api) {
  return queryOptions({
    queryKey: ['admin', 'overview'],
    queryFn: () => readOverview(api),
    staleTime: 0,
  });
}

/**
 * Options of the query for the tokens of assistants that have used 80 % or more of their budget, by the assistant's ID.
 * Changes of assistants invalidate it.
 */
export function nearBudgetQuery(api: Api) {
  return queryOptions({
    queryKey: ['admin', 'assistants', 'near-budget'],
    queryFn: async () => {
      const { rows } = await queryRestAsAdmin(api, nearBudgetSchema, (rest) =>
        rest.rpc('assistants_near_budget'),
      );
      return new Map(rows.map(({ assistant_id, tokens }) => [assistant_id, tokens]));
    },
  });
}

import type { AdminOverview } from '@homie/contracts/admin';
import { overviewSchema } from '@homie/contracts/admin';
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

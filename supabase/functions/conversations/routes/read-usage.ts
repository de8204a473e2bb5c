import type { UsageReport } from '@homie/contracts';
import { usageQuerySchema, usageReportSchema, usageRowsSchema } from '@homie/contracts/requests';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import { costOf, unpricedModels } from '../../_shared/usage/model-prices.ts';
import type { CallContext } from '../context.ts';
import { requireAdmin } from '../require-admin.ts';

/** GET /usage: the usage of the last days by day, assistant or person, with its cost. Admins only. */
export async function readUsage(
  { data, prices }: CallContext,
  { query }: RoutedCall,
): Promise<UsageReport> {
  await requireAdmin(data);
  const { days, by } = parseInput(usageQuerySchema, query);
  const rows = await readData(data.rpc('read_usage', { days, grouping_by: by }), usageRowsSchema);
  const [all] = rows;
  if (!all?.is_total) throw new Error('The report has no total.');
  const [total, ...groups] = rows.map(({ models, ...group }) => ({
    ...group,
    cost: costOf(models, prices),
  }));
  return usageReportSchema.parse({
    currency: prices?.currency ?? null,
    unpriced: prices ? unpricedModels(all.models, prices) : [],
    total,
    groups,
  });
}

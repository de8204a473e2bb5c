import { useQuery } from '@homie/api-client';
import type { Assistant } from '@homie/contracts';
import { Badge } from '@homie/ui';
import { useAdminApi } from '../../data/admin-api';

/** Warns that an assistant has used 80 % of its monthly budget or more. */
export function BudgetBadge({ id, monthly_token_budget }: Assistant) {
  const { admin, api } = useAdminApi();
  const tokens = useQuery(admin.nearBudgetQuery(api)).data?.get(id);
  if (tokens === undefined || monthly_token_budget === null) return null;
  if (tokens >= monthly_token_budget) return <Badge tone="danger">Budget reached</Badge>;
  const percent = Math.floor((tokens / monthly_token_budget) * 100);
  return <Badge tone="warning">{`${percent} % of budget`}</Badge>;
}

import { useQuery } from '@homie/api-client';
import type { Assistant } from '@homie/contracts';
import { Badge } from '@homie/ui';
import { useAdminApi } from '../../data/admin-api';

/** Warns that the model of an assistant has ended, or ends soon. */
export function ModelBadge({ id }: Pick<Assistant, 'id'>) {
  const { admin, api } = useAdminApi();
  const { data } = useQuery(admin.availableModelsQuery(api));
  const found = data?.retiring.find(({ assistantId }) => assistantId === id);
  if (!found) return null;
  const { endsOn, model } = found;
  return endsOn === null ? (
    <Badge tone="danger" title={model}>
      Model ended
    </Badge>
  ) : (
    <Badge tone="warning" title={model}>
      {`Model ends on ${formatDay(endsOn)}`}
    </Badge>
  );
}

const day = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats a date like 2026-12-31. */
export function formatDay(date: string): string {
  return day.format(Date.parse(date));
}

import type { UsageGroup, UsageGrouping } from '@homie/contracts';
import { formatWeekday } from '../../days/format-weekday';

/** Names a group of a report. Deleted assistants and users are one group each. */
export function groupName({ id, label }: Pick<UsageGroup, 'id' | 'label'>, by: UsageGrouping) {
  if (by === 'day') return formatWeekday(id ?? '');
  return label ?? (by === 'assistant' ? 'Deleted assistants' : 'Deleted users');
}

import type { UsageGrouping, UsageReport } from '@homie/contracts';
import { csvLine } from '@homie/widgets';
import { groupName } from './group-name';

/** Writes a report as CSV: raw numbers, an empty cell for what is not known. */
export function reportCsv({ groups, currency }: UsageReport, by: UsageGrouping): string {
  const header = [
    by,
    'replies',
    'failed',
    'people',
    'replies_without_tokens',
    'input_tokens',
    'output_tokens',
    'cost',
    'currency',
    'first_text_median_ms',
    'first_text_p95_ms',
    'done_median_ms',
    'done_p95_ms',
  ];
  const lines = groups.map((group) => [
    by === 'day' ? group.id : groupName(group, by),
    ...[
      group.replies,
      group.failed,
      group.people,
      group.unreported,
      group.input_tokens,
      group.output_tokens,
      group.cost,
    ].map(asText),
    currency,
    ...[group.first_text_median, group.first_text_p95, group.done_median, group.done_p95].map(
      asText,
    ),
  ]);
  return [header, ...lines].map(csvLine).join('');
}

function asText(value: number | null): string | null {
  return value === null ? null : String(value);
}

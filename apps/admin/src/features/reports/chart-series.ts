import type { UsageGroup } from '@homie/contracts';
import { formatCost, formatSeconds, formatTokens } from './format-usage';
import type { Measure } from './report-address';

/** The values of one measure, one for each day. */
export interface ChartSeries {
  label: string;
  values: (number | null)[];
  format: (value: number | null) => string;
}

const count = (value: number | null) => (value ?? 0).toLocaleString('en-AU');

/** Returns what the chart shows for a measure. */
export function chartSeries(
  measure: Measure,
  groups: readonly UsageGroup[],
  currency: string | null,
): ChartSeries[] {
  const series = (
    label: string,
    read: (group: UsageGroup) => number | null,
    format: ChartSeries['format'],
  ) => ({ label, values: groups.map(read), format });
  switch (measure) {
    case 'replies':
      return [series('Replies', ({ replies }) => replies, count)];
    case 'people':
      return [series('Active people', ({ people }) => people, count)];
    case 'failed':
      return [series('Failed replies', ({ failed }) => failed, count)];
    case 'tokens':
      return [
        series('Input tokens', ({ input_tokens }) => input_tokens, formatTokens),
        series('Output tokens', ({ output_tokens }) => output_tokens, formatTokens),
      ];
    case 'cost':
      return [
        series(
          'Cost',
          ({ cost }) => cost,
          (cost) => formatCost({ cost }, currency),
        ),
      ];
    case 'time':
      return [
        series('First text (median)', (group) => group.first_text_median, formatSeconds),
        series('Complete reply (median)', (group) => group.done_median, formatSeconds),
      ];
  }
}

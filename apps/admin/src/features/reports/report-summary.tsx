import type { UsageReport } from '@homie/contracts';
import { Box, Grid, Skeleton, Text } from '@homie/ui';
import { formatCost, formatSeconds, formatTokens } from './format-usage';

/** The sums of all groups. */
export function ReportSummary({ report }: { report: UsageReport | undefined }) {
  const facts = report && factsOf(report);
  return (
    <Grid
      asChild
      gap="4"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(6, minmax(0, 1fr))' }}
    >
      <dl>
        {TERMS.map((term, index) => (
          <Box key={term}>
            <Text as="dt" size="sm" tone="muted">
              {term}
            </Text>
            <Text as="dd" fontWeight="semibold" fontVariantNumeric="tabular-nums">
              {facts ? facts[index] : <Skeleton height="6" />}
            </Text>
          </Box>
        ))}
      </dl>
    </Grid>
  );
}

const TERMS = ['Replies', 'Active people', 'Failed', 'Tokens', 'Cost', 'Time to reply'] as const;

function factsOf({ total, currency }: UsageReport): string[] {
  const { replies, people, failed, input_tokens, output_tokens, done_median } = total;
  const tokens =
    input_tokens === null && output_tokens === null
      ? null
      : (input_tokens ?? 0) + (output_tokens ?? 0);
  const count = (value: number) => value.toLocaleString('en-AU');
  return [
    count(replies),
    count(people),
    replies === 0
      ? '0'
      : `${count(failed)} (${((100 * failed) / replies).toLocaleString('en-AU', { maximumFractionDigits: 1 })} %)`,
    formatTokens(tokens),
    formatCost(total, currency),
    done_median === null ? '-' : `${formatSeconds(done_median)} median`,
  ];
}

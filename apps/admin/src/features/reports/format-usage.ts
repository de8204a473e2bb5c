import type { UsageFigures } from '@homie/contracts';

/** Formats a number of tokens; null means that the provider has not reported them. */
export function formatTokens(tokens: number | null): string {
  return tokens === null ? 'Not reported' : tokens.toLocaleString('en-AU');
}

/** Formats a cost. Without a price there is none, rather than 0. */
export function formatCost({ cost }: Pick<UsageFigures, 'cost'>, currency: string | null): string {
  if (currency === null) return 'No prices set';
  if (cost === null) return 'No price';
  return new Intl.NumberFormat('en-AU', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(cost);
}

/** Formats milliseconds as seconds, e.g. '1.2 s'. */
export function formatSeconds(milliseconds: number | null): string {
  if (milliseconds === null) return '-';
  return `${(milliseconds / 1000).toLocaleString('en-AU', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`;
}

/** Formats the median of times and the time that 95 % of replies keep within. */
export function formatTimes(median: number | null, p95: number | null): string | null {
  return median === null ? null : `${formatSeconds(median)} (${formatSeconds(p95)})`;
}

/**
 * A run of blanks can match in one position only: with two adjacent ones, the pattern would try every split of a long
 * run.
 */
const NUMBER =
  /^(?<minus>[-(]?)\s*(?:[$€£]\s*)?(?<digits>\d{1,3}(?:,\d{3})+|\d+)(?<fraction>\.\d+)?\s*%?\)?$/;

/**
 * Parses the number that a cell shows, such as 1,200.50, $3 or (45) for a negative number; returns undefined for other
 * text.
 */
export function cellNumber(cell: string): number | undefined {
  const groups = NUMBER.exec(cell.trim())?.groups;
  if (!groups) return Number.isFinite(Number(cell || 'none')) ? Number(cell) : undefined;
  const number = Number(`${groups['digits']?.replaceAll(',', '')}${groups['fraction'] ?? ''}`);
  return groups['minus'] === '' ? number : -number;
}

/** Returns the number of decimals that a cell shows. */
export function countDecimals(cell: string): number {
  return /\.(\d+)/.exec(cell)?.[1]?.length ?? 0;
}

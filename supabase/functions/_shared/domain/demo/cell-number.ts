/** Blanks have one place each: were there two for the same ones, a long run of them would be tried in every way. */
const NUMBER =
  /^(?<minus>[-(]?)\s*(?:[$€£]\s*)?(?<digits>\d{1,3}(?:,\d{3})+|\d+)(?<fraction>\.\d+)?\s*%?\)?$/;

/** The number that a cell shows, such as 1,200.50, $3 or (45) for less than nothing; undefined for anything else. */
export function cellNumber(cell: string): number | undefined {
  const groups = NUMBER.exec(cell.trim())?.groups;
  if (!groups) return Number.isFinite(Number(cell || 'none')) ? Number(cell) : undefined;
  const number = Number(`${groups['digits']?.replaceAll(',', '')}${groups['fraction'] ?? ''}`);
  return groups['minus'] === '' ? number : -number;
}

/** Decimals that a cell shows. */
export function decimalsOf(cell: string): number {
  return /\.(\d+)/.exec(cell)?.[1]?.length ?? 0;
}

const HOUR = 3_600_000;

/**
 * How far Melbourne is ahead of UTC at a moment, in hours, by the product's month rule: 11 from October to March, 10
 * otherwise, the month being that of UTC. Not quite the law's daylight saving, which changes on a Sunday.
 * @param moment in milliseconds since 1970
 */
export function melbourneOffset(moment: number): 10 | 11 {
  const month = new Date(moment).getUTCMonth();
  return month >= 9 || month <= 2 ? 11 : 10;
}

/** Shifts a timestamp so that its UTC components are Melbourne's wall-clock time. */
function onTheWall(moment: number): Date {
  return new Date(moment + melbourneOffset(moment) * HOUR);
}

/** Formats Melbourne's clock time as `YYYY-MM-DDTHH:MM:SS.mmm`. */
export function melbourneClock(moment: number): string {
  return onTheWall(moment).toISOString().slice(0, -1);
}

/** The name of the offset that holds at a moment. */
export function melbourneLabel(moment: number): 'AEDT' | 'AEST' {
  return melbourneOffset(moment) === 11 ? 'AEDT' : 'AEST';
}

/**
 * The moment of a midnight in Melbourne. There is one for each day: the offset changes with the month of UTC, which is
 * late in Melbourne's morning.
 * @param midnight that midnight in UTC
 */
export function melbourneMidnight(midnight: number): number {
  const early = midnight - 11 * HOUR;
  return melbourneOffset(early) === 11 ? early : midnight - 10 * HOUR;
}

import type { DateRange } from '../../state/audit-state';
import { addDays, toDay, startOfDay } from '../../time/days';
import type { Zone } from '../../time/zone';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The widths of a bucket within a day, for ranges of up to a week. */
const STEPS = [1, 5, 15, 60, 180, 360].map((minutes) => minutes * MINUTE);
/** The widths in days, up to ten years. */
const DAYS = [1, 3, 7, 30, 91, 365, 3650];

/**
 * The edges of buckets between two moments: round times of the shown clock, the first and the last bucket cut by the range.
 * @param max how many buckets there may be, at least 2
 * @returns ascending moments; none for an empty range
 */
export function bucketEdges(from: Date, to: Date, { zone, max }: { zone: Zone; max: number }) {
  const length = to.getTime() - from.getTime();
  if (length <= 0) return [];
  const within = edgesWithin(from, to, zone, max, length);
  return [from, ...within.filter((edge) => edge > from && edge < to), to];
}

function edgesWithin(from: Date, to: Date, zone: Zone, max: number, length: number): Date[] {
  const firstDay = toDay(from, zone);
  const edges: Date[] = [];
  // One bucket less, as a range seldom starts at a round time.
  const step = length > 7 * DAY ? undefined : STEPS.find((each) => length / each <= max - 1);
  if (step !== undefined) {
    const start = startOfDay(firstDay, zone).getTime();
    const skipped = Math.floor((from.getTime() - start) / step);
    for (let edge = start + skipped * step; edge < to.getTime(); edge += step)
      edges.push(new Date(edge));
    return edges;
  }
  const days = DAYS.find((each) => length / (each * DAY) <= max - 1) ?? 3650;
  for (let day = firstDay; edges.length <= max; day = addDays(day, days)) {
    const edge = startOfDay(day, zone);
    if (edge >= to) break;
    edges.push(edge);
  }
  return edges;
}

/** A bucket as a range of the screen: whole days of the shown clock where it has them, else moments. */
export function bucketDates(start: Date, end: Date, zone: Zone): DateRange {
  const [first, next] = [toDay(start, zone), toDay(end, zone)];
  const isWholeDays =
    startOfDay(first, zone).getTime() === start.getTime() &&
    startOfDay(next, zone).getTime() === end.getTime();
  return isWholeDays
    ? { from: first, to: addDays(next, -1) }
    : { from: start.toISOString(), to: end.toISOString() };
}

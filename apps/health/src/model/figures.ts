import type { RemoteHealth } from '@homie/api-client';

/** The number of failures for one reason. */
export interface Failure {
  reason: string;
  version: string;
  count: number;
  /** The last day, UTC. */
  lastDay: string;
}

/** The number of ratings of one metric of Web Vitals. */
export type Ratings = Readonly<Record<'good' | 'fair' | 'poor', number>>;

/** The load statistics of a remote in users' browsers. */
export interface Figures {
  loads: number;
  /** Of all successful loads, in milliseconds; null if there was none. */
  average: number | null;
  /** The number of loads in each slot of durations. */
  slots: readonly number[];
  failures: readonly Failure[];
  failed: number;
  /** Successful loads of each version. */
  byVersion: ReadonlyMap<string, number>;
  vitals: Readonly<Record<'lcp' | 'inp' | 'cls', Ratings>>;
}

const VITAL = /^(lcp|inp|cls)-(good|fair|poor)$/;

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** Returns the load statistics of one remote in one environment, from the counters of all. */
export function figuresOf(
  counters: readonly RemoteHealth[],
  { remote, environment }: { remote: string; environment: string },
): Figures {
  const own = counters.filter((row) => row.remote === remote && row.environment === environment);
  const loaded = own.filter(({ outcome }) => outcome === 'loaded');
  const failures = own.filter(({ outcome }) => outcome !== 'loaded' && !VITAL.test(outcome));
  const loads = sum(loaded.map(({ count }) => count));
  const byVersion = new Map<string, number>();
  for (const { version, count } of loaded) {
    byVersion.set(version, (byVersion.get(version) ?? 0) + count);
  }
  const count = (outcome: string) =>
    sum(own.filter((row) => row.outcome === outcome).map((row) => row.count));
  const rate = (vital: string): Ratings => ({
    good: count(`${vital}-good`),
    fair: count(`${vital}-fair`),
    poor: count(`${vital}-poor`),
  });
  const longest = Math.max(0, ...loaded.map(({ durations }) => durations.length));
  return {
    loads,
    average: loads === 0 ? null : Math.round(sum(loaded.map((row) => row.milliseconds)) / loads),
    slots: Array.from({ length: longest }, (_, slot) =>
      sum(loaded.map(({ durations }) => durations[slot] ?? 0)),
    ),
    failures: failures.map(({ outcome, version, count, last_day }) => ({
      reason: outcome,
      version,
      count,
      lastDay: last_day,
    })),
    failed: sum(failures.map(({ count }) => count)),
    byVersion,
    vitals: { lcp: rate('lcp'), inp: rate('inp'), cls: rate('cls') },
  };
}

/**
 * Returns the rating of most visits, as Web Vitals define it: that of the 75th percentile.
 * @returns null if nothing was rated
 */
export function usualRating({ good, fair, poor }: Ratings): keyof Ratings | null {
  const all = good + fair + poor;
  if (all === 0) return null;
  if (good >= all * 0.75) return 'good';
  return good + fair >= all * 0.75 ? 'fair' : 'poor';
}

/**
 * Returns the time within which most loads finished: the upper bound of the slot that contains the 75th percentile.
 * @param bounds upper bounds of the slots, in milliseconds; the last slot has none
 * @returns null if nothing was loaded, Infinity beyond the last bound
 */
export function usualTime(slots: readonly number[], bounds: readonly number[]): number | null {
  const wanted = sum(slots) * 0.75;
  if (wanted === 0) return null;
  let seen = 0;
  const slot = slots.findIndex((count) => (seen += count) >= wanted);
  return bounds[slot] ?? Infinity;
}

import * as z from 'zod/mini';

/**
 * Upper bounds of the first slots of {@link RemoteHealth.durations}, in milliseconds; the last slot has no upper bound.
 */
export const REMOTE_DURATION_BOUNDS = [250, 500, 1000, 2000, 4000, 8000] as const;

/**
 * Number of loads of one release of a remote, of its failures for one reason, or of ratings of a metric, in the
 * requested days.
 */
export const remoteHealthSchema = z.object({
  environment: z.string(),
  remote: z.string(),
  /** 'none' if the manifest did not specify it. */
  version: z.string(),
  source: z.enum(['current', 'fallback', 'rollout', 'override', 'none']),
  /** 'loaded', the reason why it could not be shown, or a metric of Web Vitals with its rating, such as `lcp-good`. */
  outcome: z.string(),
  count: z.number(),
  /** Total duration of all loads. For failures it is the time until they were detected. */
  milliseconds: z.number(),
  /** Number of loads in each slot of the histogram. */
  durations: z.array(z.number()),
  /** Last day on which it happened, UTC, `2026-11-21`. */
  last_day: z.string(),
});
export type RemoteHealth = z.infer<typeof remoteHealthSchema>;

/** One load of a remote, or its failure, as the page reports it. It does not identify the user. */
export interface RemoteLoad {
  environment: string;
  remote: string;
  version: string;
  source: RemoteHealth['source'];
  outcome: string;
  /** Integer. */
  milliseconds: number;
}

/** Maximum number of loads in one report. */
export const REMOTE_LOADS_MAX = 50;

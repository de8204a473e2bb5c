import * as z from 'zod/mini';

/** Upper bounds of the first slots of {@link RemoteHealth.durations}, in milliseconds; the last slot is everything longer. */
export const REMOTE_DURATION_BOUNDS = [250, 500, 1000, 2000, 4000, 8000] as const;

/** How often one release of a remote was loaded, or failed for one reason, in the days that were asked for. */
export const remoteHealthSchema = z.object({
  environment: z.string(),
  remote: z.string(),
  /** 'none' where the manifest did not say. */
  version: z.string(),
  source: z.enum(['current', 'fallback', 'rollout', 'override', 'none']),
  /** 'loaded', or why it could not be shown. */
  outcome: z.string(),
  count: z.number(),
  /** Of all of them together; those of a failure are the time until it was known. */
  milliseconds: z.number(),
  /** How many took as long as each slot says. */
  durations: z.array(z.number()),
  /** The last day on which it happened, UTC, `2026-11-21`. */
  last_day: z.string(),
});
export type RemoteHealth = z.infer<typeof remoteHealthSchema>;

/** One load of a remote, or its failure, as the page reports it. Nothing in it says who it was. */
export interface RemoteLoad {
  environment: string;
  remote: string;
  version: string;
  source: RemoteHealth['source'];
  outcome: string;
  /** Whole ones. */
  milliseconds: number;
}

/** How many loads one report may carry. */
export const REMOTE_LOADS_MAX = 50;

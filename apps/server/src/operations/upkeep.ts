import type { Leases } from '../data/database/index.ts';
import type { AuthFlows } from '../gateways/auth/index.ts';
import { describeError } from '../http/describe-error.ts';
import type { Limiter } from '../data/database/rate-limits.ts';

const SWEEP_EVERY_MS = 10 * 60_000;
/** A little less, so that whoever swept last may do so again. */
const SWEPT_FOR_SECONDS = SWEEP_EVERY_MS / 1000 - 10;
const RESCUE_EVERY_MS = 10_000;

interface UpkeepOptions {
  leases: Leases;
  flows: AuthFlows;
  limiter: Limiter;
  functions: {
    /** Tidies up what outlives requests. */
    sweep(): Promise<void>;
    /** Ends what a process that is gone has left unfinished. */
    rescue(): Promise<void>;
  };
  /** Keeps the process until it is done. */
  waitUntil: (work: Promise<unknown>) => void;
  log: (line: string) => void;
}

/**
 * What has to be done from time to time: by one process of all that are on the database, except for finding out that
 * another one is gone.
 * @returns how to stop
 */
export function startUpkeep(options: UpkeepOptions): () => void {
  const { leases, flows, limiter, functions, waitUntil, log } = options;
  const attempt = (what: string, work: Promise<unknown>) =>
    work.catch((error: unknown) => log(`${what} failed: ${describeError(error)}`));

  const sweep = async () => {
    if (!(await leases.take('sweep', SWEPT_FOR_SECONDS))) return;
    await attempt('purge', Promise.all([flows.purge(), limiter.purge()]));
    await functions.sweep();
  };
  const sweeping = () => waitUntil(attempt('sweep', sweep()));
  sweeping();
  const timers = [
    setInterval(sweeping, SWEEP_EVERY_MS),
    setInterval(() => waitUntil(functions.rescue()), RESCUE_EVERY_MS),
  ];
  for (const timer of timers) timer.unref();
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}

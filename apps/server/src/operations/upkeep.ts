import type { Leases } from '../data/database/index.ts';
import type { AuthFlows } from '../data/database/auth-flows.ts';
import { describeError } from '../http/describe-error.ts';
import type { LiveSessions } from '../gateways/auth/live-sessions.ts';
import type { Limiter } from '../data/database/rate-limits.ts';
import type { AccountNotices } from '../mail/account-notices.ts';
import type { Outbox } from '../mail/outbox.ts';

const SWEEP_EVERY_MS = 10 * 60_000;
/** Slightly less than the interval, so that the process that swept last may do so again. */
const SWEPT_FOR_SECONDS = SWEEP_EVERY_MS / 1000 - 10;
const RESCUE_EVERY_MS = 10_000;

interface UpkeepOptions {
  leases: Leases;
  flows: AuthFlows;
  limiter: Limiter;
  outbox: Pick<Outbox, 'deliver' | 'purge'>;
  notices: Pick<AccountNotices, 'send' | 'purge'>;
  sessions: Pick<LiveSessions, 'endExpired'>;
  functions: {
    /** Cleans up data that outlives requests. */
    sweep(): Promise<void>;
    /** Finishes the work of processes that no longer run. */
    rescue(): Promise<void>;
  };
  /** Mails users about handovers that they have not opened. */
  mailHandovers(): Promise<void>;
  /** Tracks work that the server must finish before it stops. */
  waitUntil: (work: Promise<unknown>) => void;
  log: (line: string) => void;
}

/**
 * Runs periodic work: sweeps in one process per database, and rescues, which detect other processes that no longer run,
 * in each.
 * @returns a function that stops it
 */
export function startUpkeep(options: UpkeepOptions): () => void {
  const {
    leases,
    flows,
    limiter,
    outbox,
    notices,
    sessions,
    functions,
    mailHandovers,
    waitUntil,
    log,
  } = options;
  const attempt = (what: string, work: Promise<unknown>) =>
    work.catch((error: unknown) => log(`${what} failed: ${describeError(error)}`));

  const sweep = async () => {
    if (!(await leases.tryAcquire('sweep', SWEPT_FOR_SECONDS))) return;
    const purged = [flows, limiter, outbox, notices].map((each) => each.purge());
    await attempt('purge', Promise.all([...purged, sessions.endExpired()]));
    await functions.sweep();
  };
  const sweeping = () => waitUntil(attempt('sweep', sweep()));
  const rescue = () => {
    waitUntil(attempt('mailing handovers', mailHandovers().then(outbox.deliver)));
    waitUntil(notices.send());
    waitUntil(functions.rescue());
  };
  sweeping();
  outbox.deliver();
  const timers = [setInterval(sweeping, SWEEP_EVERY_MS), setInterval(rescue, RESCUE_EVERY_MS)];
  for (const timer of timers) timer.unref();
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}

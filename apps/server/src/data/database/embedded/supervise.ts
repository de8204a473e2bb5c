import { setTimeout as delay } from 'node:timers/promises';
import { startPostmaster, type Postmaster, type PostmasterOptions } from './postmaster.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** A PostgreSQL that restarts whenever it exits. */
export interface SupervisedPostgres {
  /** Returns for how many milliseconds it has not been running. */
  downFor(): number;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL and restarts it until `stop`.
 * @param folder of the cluster
 * @throws Error if the first start fails
 */
export async function supervisePostgres(
  folder: string,
  options: PostmasterOptions,
): Promise<SupervisedPostgres> {
  const { log = () => {} } = options;
  const stopping = new AbortController();
  let running: Postmaster | undefined = await startPostmaster(folder, options);
  let downSince = 0;

  async function startAgain(): Promise<Postmaster | undefined> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      if (stopping.signal.aborted) return undefined;
      try {
        return await startPostmaster(folder, options);
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
      }
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  async function watch(): Promise<void> {
    while (running) {
      const how = await running.ended;
      if (stopping.signal.aborted) return;
      downSince = performance.now();
      running = undefined;
      log(`PostgreSQL ended (${how}). It is started again.`);
      running = await startAgain();
    }
  }
  const watching = watch();
  const onExit = () => running?.signal();
  process.once('exit', onExit);
  return {
    downFor: () => (running ? 0 : performance.now() - downSince),
    async stop() {
      stopping.abort();
      process.off('exit', onExit);
      await running?.stop();
      await watching;
      // A restart may have finished in the meantime.
      await running?.stop();
    },
  };
}

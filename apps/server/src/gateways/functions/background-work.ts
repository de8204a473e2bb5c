/**
 * Tracks work that outlives its request, so that the server can wait for it before it stops.
 * @param onError receives the error of work that failed
 */
export function createBackgroundWork(onError: (error: unknown) => void) {
  const running = new Set<Promise<unknown>>();
  return {
    add(work: Promise<unknown>): void {
      const settled = work.catch(onError).finally(() => running.delete(settled));
      running.add(settled);
    },
    /** Resolves when no work is running, after `milliseconds`, or when `hurry` is aborted. */
    async settle(milliseconds: number, hurry?: AbortSignal): Promise<void> {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, hurry?.aborted ? 0 : milliseconds);
        hurry?.addEventListener('abort', () => resolve(), { once: true });
      });
      const idle = (async () => {
        while (running.size > 0) await Promise.all(running);
      })();
      await Promise.race([idle, timeout]);
      clearTimeout(timer);
    },
  };
}

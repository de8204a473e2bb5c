/** Work that outlives its request, so that stopping can wait for it. */
export function createBackgroundWork() {
  const running = new Set<Promise<unknown>>();
  return {
    add(work: Promise<unknown>): void {
      const settled = work.catch(() => undefined).finally(() => running.delete(settled));
      running.add(settled);
    },
    /** Resolves when nothing is running any more, or after `milliseconds`. */
    async settle(milliseconds: number): Promise<void> {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, milliseconds);
      });
      const idle = (async () => {
        while (running.size > 0) await Promise.all(running);
      })();
      await Promise.race([idle, timeout]);
      clearTimeout(timer);
    },
  };
}

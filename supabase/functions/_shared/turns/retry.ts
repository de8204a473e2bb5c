const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Retries an operation with exponential backoff until it succeeds or the time is over. The operation must be
 * idempotent.
 * @param forMs time after which no retry starts
 * @throws the error of the last attempt
 */
export async function retry<Result>(
  attempt: () => Promise<Result>,
  forMs: number,
): Promise<Result> {
  const giveUpAt = Date.now() + forMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() + pause > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

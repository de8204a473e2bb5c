const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Tries until it works, with growing pauses, for as long as given. Only for what may happen twice without harm.
 * @throws what the last try threw
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

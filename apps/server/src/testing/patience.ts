/** Timeout of `vi.waitFor` and `vi.waitUntil`: long, so that tests pass on a busy computer. */
export const PATIENCE = { timeout: 60_000, interval: 20 };

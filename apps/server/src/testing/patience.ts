/** How long `vi.waitFor` and `vi.waitUntil` wait: what is right but slow on a busy computer is right. */
export const PATIENCE = { timeout: 60_000, interval: 20 };

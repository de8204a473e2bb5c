import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The range that ports are searched in. Browsers refuse to connect to 10080, and from 32768 on Linux assigns ports to
 * outgoing connections: one of these could occupy the port before the caller listens on it.
 */
const RANGE = { first: 11_000, size: 21_000 };
/** Processes that search at the same time start at different ports. */
let searched = process.pid * 37;

/** Finds a port of this computer that nothing listens on. */
export async function freePort(): Promise<number> {
  for (let attempts = 0; attempts < RANGE.size; attempts += 1) {
    const port = RANGE.first + (searched++ % RANGE.size);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port');
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port);
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}

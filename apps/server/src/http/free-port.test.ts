import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from './free-port.ts';

it('returns a different port each time, below those of outgoing connections', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort));
  expect(new Set(ports).size).toBe(20);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

it('skips a port that a server listens on', async () => {
  const port = (await freePort()) + 1;
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  try {
    expect(await freePort()).not.toBe(port);
  } finally {
    server.close();
  }
});

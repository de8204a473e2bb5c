import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { listen } from './listen.ts';
import { isLocalVisitor } from './peer.ts';

test('while it starts, it returns Retry-After with the usual headers', async () => {
  const listener = await listen({ host: '127.0.0.1', port: 0 });
  const response = await fetch(`http://127.0.0.1:${listener.port}/app`, {
    headers: { accept: 'text/html,application/xhtml+xml' },
  });
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('1');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  await listener.close(0);
});

test("OPS-03 answers HAProxy's check, which is HTTP/1.0 without a host, but not as a local visitor", async () => {
  const listener = await listen({ host: '127.0.0.1', port: 0 });
  listener.attach(async (request, peer) => Response.json(isLocalVisitor(request, peer)));
  const socket = connect(listener.port, '127.0.0.1');
  socket.write('GET /readyz HTTP/1.0\r\n\r\n');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(answer).toMatch(/false$/);
  await listener.close(0);
});

test('stopping waits for running streams, but not for their connections', async () => {
  const listener = await listen({ host: '127.0.0.1', port: 0 });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  listener.attach(async () => new Response(readable));
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  void writer.write(encoder.encode('half, '));
  const stream = await fetch(`http://127.0.0.1:${listener.port}/`);
  // It would wait longer than the timeout of any test.
  const closing = listener.close(3_600_000);
  void writer.write(encoder.encode('whole'));
  void writer.close();
  expect(await stream.text()).toBe('half, whole');
  await closing;
});

test('the keep-alive timeout is longer than that of proxies, so that none sends into a closing connection', async () => {
  const listener = await listen({ host: '127.0.0.1', port: 0 });
  const { headers } = await fetch(`http://127.0.0.1:${listener.port}/`);
  const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '') ?? [];
  // nginx and the load balancers of the large clouds reuse one for 60 s.
  expect(Number(seconds)).toBeGreaterThan(60);
  await listener.close(0);
});

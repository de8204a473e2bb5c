import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createProgram } from '../program.ts';

const root = resolve(import.meta.dirname, '../../../../..');
let server: Server | undefined;
afterEach(() => server?.close());

/** Runs `homie provider check`. @returns its output, followed by its error */
async function check(environment: Record<string, string>, ...options: string[]): Promise<string> {
  const lines: string[] = [];
  const print = (text: string) => void lines.push(text);
  const program = createProgram({ root, environment, print, printStatus: print });
  await program
    .parseAsync(['provider', 'check', ...options], { from: 'user' })
    .catch((error: unknown) => print(String(error)));
  return lines.join('\n');
}

test('PROV-11 an operator checks the provider of these settings', async () => {
  server = createServer((request, response) => {
    if (request.url === '/v1/models') {
      response.end(JSON.stringify({ data: [{ id: 'm-1' }] }));
      return;
    }
    const choices = [{ delta: { content: 'A day' }, finish_reason: 'stop' }];
    response.end(`data: ${JSON.stringify({ id: 'c', choices })}\n\n`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const environment = {
    AI_PROVIDER: 'chat',
    AI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    AI_MODEL: 'm-1',
  };
  const output = await check(environment);
  expect(output).toMatch(/^works {3}Reply {7}m-1 replies, with the first word after/);
  expect(output).toContain('-       Usage       Replies report no tokens');
  expect(output).toContain('works   Model list  The provider lists 1 model.');
  expect(JSON.parse(await check(environment, '--json'))).toContainEqual({
    name: 'Stream',
    state: 'missing',
    text: 'The text arrives all at once.',
  });
  expect(await check({ ...environment, AI_MODEL: 'm-2' })).toMatch(/Not working: Model list$/);
});

test('PROV-11 without a provider the demo is named', async () => {
  expect(await check({})).toBe(
    'works   Reply       No provider is connected: the demo writes the replies.',
  );
});

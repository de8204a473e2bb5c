import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { aiServerLine, findAiServer } from './find-ai-server.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/v1`;
}

const lists =
  (body: unknown): RequestListener =>
  (request, response) => {
    if (request.url !== '/v1/models') response.statusCode = 404;
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

test('finds a server with a model, and prints the settings for the chat provider', async () => {
  const baseUrl = await serve(lists({ data: [{ id: 'nomic-embed' }, { id: 'llama3.2:3b' }] }));
  const server = await findAiServer([{ name: 'Ollama', baseUrl }]);
  expect(server).toEqual({ name: 'Ollama', baseUrl, model: 'llama3.2:3b' });
  expect(server && aiServerLine(server)).toBe(
    `Ollama runs on this computer. To use it for replies: AI_PROVIDER=chat AI_BASE_URL=${baseUrl} AI_MODEL=llama3.2:3b npm start`,
  );
});

test('ignores a server that is closed, silent, without a model or of another kind', async () => {
  const silent = await serve(() => undefined);
  const others = await Promise.all(
    [{ data: [] }, { data: [{ id: '$(reboot)' }] }, 'Hello', 'null', [1]].map((body) =>
      serve(lists(body)),
    ),
  );
  const closed = 'http://127.0.0.1:1/v1';
  const addresses = [silent, closed, ...others];
  expect(await findAiServer(addresses.map((baseUrl) => ({ name: 'x', baseUrl })))).toBeUndefined();
});

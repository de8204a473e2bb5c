import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProviderProblem, repliesLine } from './check-provider.ts';

const server = createServer((request, response) => {
  const path = request.url ?? '';
  if (path.startsWith('/refusing/')) response.writeHead(401).end('{"error":{"message":"secret"}}');
  else if (path.startsWith('/without/')) response.writeHead(404).end('Not here');
  else response.end(path.startsWith('/page/') ? '<html></html>' : '{"data":[{"id":"model-1"}]}');
});
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test.each([
  ['list', 'model-1', undefined],
  ['list', 'model-2', 'The AI provider does not list the model "model-2". Check AI_MODEL.'],
  ['without', 'model-1', undefined],
  [
    'refusing',
    'model-1',
    "The AI provider refused our credentials. Check AI_API_KEY on the server, or the key of the assistant's connection.",
  ],
  [
    'page',
    'model-1',
    "The AI provider's address answered something else than a reply. Check AI_BASE_URL on the server.",
  ],
])('PROV-16 a provider at /%s with %s is checked at the start', async (path, model, problem) => {
  const baseUrl = `${origin}/${path}`;
  expect(await findProviderProblem({ kind: 'chat', baseUrl, apiKey: 'sk-test', model })).toBe(
    problem,
  );
});

test('PROV-16 the announcement names model and host, not the key', () => {
  const settings = {
    kind: 'chat',
    baseUrl: 'http://ai.example:11434/v1',
    apiKey: 'sk-test',
  } as const;
  expect(repliesLine({ ...settings, model: 'qwen3' })).toBe('by qwen3 of ai.example:11434');
  expect(repliesLine(settings)).toBe('by the models of ai.example:11434');
  expect(repliesLine({ kind: 'responses', apiKey: 'sk-test' })).toBe('by the models of OpenAI');
});

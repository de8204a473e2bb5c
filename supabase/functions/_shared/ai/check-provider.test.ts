import { expect, test } from 'vitest';
import { checkProvider } from './check-provider.ts';
import { createProvider } from './create-provider.ts';
import { createEmbedTexts } from './embed-texts.ts';
import { listModels } from './list-models.ts';
import { completed, delta, say, stream } from './testing/streamed-replies.ts';

type Answers = Record<string, (body: Record<string, unknown>) => Response>;

/** Checks a provider that answers each path like this. @returns the checks by name */
async function check(answers: Answers, kind: 'chat' | 'responses' = 'chat', more: object = {}) {
  const connection = {
    baseUrl: 'https://ai.example.org/v1',
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      const path = new URL(String(input)).pathname.replace('/v1', '');
      const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
      return (
        answers[path]?.(body) ?? Response.json({ error: { message: 'sk-1' } }, { status: 404 })
      );
    },
  };
  const settings = { kind, model: 'm-1', ...connection, ...more };
  const checks = await checkProvider({
    settings,
    provider: createProvider(settings, { demoDelayMs: 0 }),
    embedTexts: answers['/embeddings'] && createEmbedTexts({ ...connection, model: 'e-1' }),
    timeoutMs: 5_000,
  });
  return Object.fromEntries(checks.map(({ name, state, text }) => [name, `${state}: ${text}`]));
}

const models =
  (...data: object[]) =>
  () =>
    Response.json({ object: 'list', data });
const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };

test('PROV-11 says in words what works with a provider', async () => {
  expect(
    await check({
      '/chat/completions': stream(say('A'), say(' day', 'stop'), { choices: [], usage }),
      '/models': models({ id: 'm-1', expiration_date: '2026-12-31' }, { id: 'm-2' }),
      '/embeddings': () => Response.json({ data: [{ index: 0, embedding: [1, 2, 3] }] }),
    }),
  ).toEqual({
    Reply: expect.stringMatching(/^works: m-1 replies, with the first word after \d\.\d s\.$/),
    Stream: 'works: The text arrives word by word.',
    Usage: 'works: Each reply reports its tokens.',
    Files: 'works: The product reads files itself and sends their text.',
    'Web search': 'missing: The provider cannot restrict a search to given sites.',
    Embeddings: 'works: Texts have embeddings of 3 numbers.',
    'Model list': 'works: The provider lists 2 models. m-1 ends on 2026-12-31.',
  });
});

test('PROV-11 says what is missing and what failed, without the provider’s own text', async () => {
  const poor = await check({
    '/chat/completions': stream(say('A day', 'stop')),
    '/models': models({ id: 'm-2' }),
  });
  expect(poor).toMatchObject({
    Stream: 'missing: The text arrives all at once.',
    Usage: 'missing: Replies report no tokens: budgets count an estimate.',
    Embeddings: 'missing: AI_EMBEDDING_MODEL is not set: documents are searched by words alone.',
    'Model list': 'failed: The provider lists 1 model, but not m-1.',
  });
  const refusing = await check({ '/embeddings': () => Response.json({}, { status: 401 }) });
  expect(refusing).toEqual({
    Reply: 'failed: This assistant is not set up at the AI provider (HTTP 404).',
    Files: expect.any(String),
    'Web search': expect.any(String),
    Embeddings: 'failed: The AI provider refused our credentials (HTTP 401).',
    'Model list': 'missing: This assistant is not set up at the AI provider (HTTP 404).',
  });
});

test('PROV-11 checks files and web search where the provider has them', async () => {
  const tools: unknown[] = [];
  const found = await check(
    {
      '/responses': (body) => {
        tools.push(body['tools']);
        return stream(delta('A '), delta('day'), completed)();
      },
    },
    'responses',
    { webSearch: true, fileUpload: true },
  );
  expect(found).toMatchObject({
    Files: expect.stringMatching(/^failed: /),
    'Web search': 'works: The provider searches the sites of an assistant.',
  });
  expect(tools).toEqual([
    undefined,
    [{ type: 'web_search', filters: { allowed_domains: ['example.org'] } }],
  ]);
});

test('PROV-12 lists models with the day on which they end, in the fields of several providers', async () => {
  const data = [
    { id: 'openrouter', expiration_date: '2026-12-31' },
    { id: 'mistral', deprecation: '2027-01-15T12:00:00Z' },
    { id: 'azure', deprecation: { fine_tune: 1_790_000_000, inference: 1_800_000_000 } },
    { id: 'plain', created: 1_700_000_000, deprecated: false, owned_by: 'us' },
    { id: 'plain' },
    { id: 7 },
    null,
  ];
  const fetch = async () => Response.json({ data });
  expect(await listModels({ fetch })).toEqual([
    { id: 'azure', endsOn: '2027-01-15' },
    { id: 'mistral', endsOn: '2027-01-15' },
    { id: 'openrouter', endsOn: '2026-12-31' },
    { id: 'plain', endsOn: null },
  ]);
  expect(await listModels({ fetch: async () => Response.json(['m']) })).toEqual([]);
});

import { expect, test } from 'vitest';
import { chatProvider } from './chat-provider.ts';
import type { ProviderConnection } from './openai-client.ts';
import { responsesProvider } from './responses-provider.ts';
import { completed, delta, readFrom, say, stream } from './testing/streamed-replies.ts';

/** Starts a server that refuses requests with given fields. @returns its connection and the fields of each request */
function strictServer(
  refusals: Readonly<Record<string, object>>,
  { status = 400, answer = stream(say('Yes', 'stop')), baseUrl = 'https://ai.example.org/v1' } = {},
) {
  const requests: string[][] = [];
  const connection: ProviderConnection = {
    baseUrl,
    fetch: async (_, init) => {
      const fields = Object.keys(JSON.parse(String(init?.body)));
      requests.push(fields);
      const refused = fields.find((name) => name in refusals);
      return refused === undefined ? answer() : Response.json(refusals[refused], { status });
    },
  };
  return { connection, requests };
}

test.each<[string, string, object, number]>([
  [
    'OpenAI',
    'safety_identifier',
    { error: { message: "Unknown parameter: 'safety_identifier'.", param: 'safety_identifier' } },
    400,
  ],
  [
    'FastAPI',
    'safety_identifier',
    {
      detail: [
        {
          type: 'extra_forbidden',
          loc: ['body', 'safety_identifier'],
          msg: 'Extra inputs are not permitted',
        },
      ],
    },
    422,
  ],
  ['Groq', 'store', { error: { message: "property 'store' is unsupported" } }, 400],
  ['a server in Go', 'stream_options', { message: 'json: unknown field "stream_options"' }, 400],
  [
    'an older vLLM',
    'store',
    { object: 'error', message: "[{'type': 'extra_forbidden', 'loc': ('body', 'store')}]" },
    400,
  ],
])(
  'PROV-04 a field that %s refuses is left out, and remembered for the connection',
  async (_, name, refusal, status) => {
    const { connection, requests } = strictServer({ [name]: refusal }, { status });
    const provider = chatProvider(connection);
    expect(await readFrom(provider)).toMatchObject({ text: 'Yes' });
    expect(await readFrom(provider)).toMatchObject({ text: 'Yes' });
    expect(requests.map((fields) => fields.includes(name))).toEqual([true, false, false]);
    expect(requests[1]).toContain('max_tokens');
  },
);

test('PROV-04 several fields are left out one after the other, also over Responses', async () => {
  const refuse = (name: string) => ({
    error: { message: `Unrecognized request argument: ${name}` },
  });
  const { connection, requests } = strictServer(
    { safety_identifier: refuse('safety_identifier'), store: refuse('store') },
    { answer: stream(delta('Yes'), completed) },
  );
  expect(await readFrom(responsesProvider(connection))).toMatchObject({ text: 'Yes' });
  expect(requests).toHaveLength(3);
  expect(requests[2]).not.toContain('store');
});

test('PROV-04 a refusal that names no field removes all that a reply can do without', async () => {
  const refusal = { error: { message: 'Extra inputs are not permitted' } };
  const { connection, requests } = strictServer({ store: refusal });
  expect(await readFrom(chatProvider(connection))).toMatchObject({ text: 'Yes' });
  expect(requests[1]).toEqual(['model', 'messages', 'max_tokens', 'stream']);
});

test('PROV-04 the limit of the length is sent by its other name', async () => {
  const message =
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
  const { connection, requests } = strictServer({ max_tokens: { error: { message } } });
  expect(await readFrom(chatProvider(connection))).toMatchObject({ text: 'Yes' });
  expect(requests[1]).toContain('max_completion_tokens');
});

test.each([
  [
    'of another kind',
    'https://ai.example.org/v1',
    { error: { message: 'Unknown model: store-7', param: 'model' } },
  ],
  [
    'of the context, which names the limit',
    'https://ai.example.org/v1',
    {
      error: { message: "max_tokens: unsupported, the model's maximum context length is 9 tokens" },
    },
  ],
  [
    'of store by a provider that stores',
    'https://api.openai.com/v1',
    { error: { message: "Unknown parameter: 'store'." } },
  ],
])('PROV-04 a refusal %s removes nothing', async (_, baseUrl, refusal) => {
  const { connection, requests } = strictServer({ model: refusal }, { baseUrl });
  expect((await readFrom(chatProvider(connection))).error).toBeDefined();
  expect(requests).toHaveLength(1);
});

test('PROV-04 what did not help is not remembered', async () => {
  let isWorking = false;
  const requests: string[][] = [];
  const provider = chatProvider({
    baseUrl: 'https://ai.example.org/v1',
    fetch: async (_, init) => {
      requests.push(Object.keys(JSON.parse(String(init?.body))));
      return isWorking
        ? stream(say('Yes', 'stop'))()
        : Response.json({ message: 'unknown field' }, { status: 400 });
    },
  });
  expect(await readFrom(provider)).toMatchObject({ error: 'bad_request' });
  isWorking = true;
  expect(await readFrom(provider)).toMatchObject({ text: 'Yes' });
  expect(requests.at(-1)).toContain('safety_identifier');
});

import { expect, test } from 'vitest';
import { chatProvider } from './chat-provider.ts';
import { connectedProvider } from './connected-provider.ts';
import type { ProviderEvent, TurnRequest } from './provider.ts';
import { EVENT_STREAM, say, stream } from './testing/streamed-replies.ts';
import { turnRequest } from './testing/turn-request.ts';

const status = (code: number) => () =>
  Response.json({ error: { message: 'No' } }, { status: code });

/** Requests a reply where the default and the second connection answer like this. @returns events and error */
async function ask(
  answers: { default?: () => Response | Promise<Response>; second?: () => Response },
  request: Partial<TurnRequest>,
  firstTextMs = 60_000,
) {
  const asked: string[] = [];
  const connection = (name: 'default' | 'second') => ({
    baseUrl: 'https://ai.example.org/v1',
    fetch: async (_: unknown, init?: RequestInit) => {
      asked.push(`${name} ${JSON.parse(String(init?.body)).model}`);
      return (answers[name] ?? stream(say(name, 'stop')))();
    },
  });
  const provider = connectedProvider({
    provider: chatProvider(connection('default')),
    place: { region: 'sydney' },
    firstTextMs,
    connections: [
      { name: 'second', kind: 'chat', model: 'm-2', deployment: 'Global', ...connection('second') },
    ],
  });
  const events: ProviderEvent[] = [];
  let error: unknown;
  try {
    const { signal } = new AbortController();
    for await (const event of provider.stream(turnRequest(request), { signal })) events.push(event);
  } catch (thrown) {
    error = thrown instanceof Error && 'code' in thrown ? thrown.code : thrown;
  }
  const text = events.map((event) => (event.type === 'delta' ? event.text : '')).join('');
  const places = events.filter(({ type }) => type === 'connection');
  return { asked, text, error, places };
}

const DEFAULT = { type: 'connection', region: 'sydney' };
const SECOND = { type: 'connection', provider: 'second', deployment: 'Global' };

test('PROV-13 a request goes to the connection that it names', async () => {
  expect(await ask({}, {})).toMatchObject({
    asked: ['default model-1'],
    text: 'default',
    places: [DEFAULT],
  });
  expect(await ask({}, { connection: 'second' })).toMatchObject({
    asked: ['second model-1'],
    text: 'second',
    places: [SECOND],
  });
  expect(await ask({}, { connection: 'gone' })).toMatchObject({ asked: [], error: 'not_found' });
});

test.each([401, 404, 429, 500, 503])(
  'PROV-13 after HTTP %i the fallback writes the reply with its own model, and is recorded alone',
  async (code) => {
    const { asked, ...outcome } = await ask({ default: status(code) }, { fallback: 'second' });
    expect(outcome).toEqual({ text: 'second', error: undefined, places: [SECOND] });
    expect(asked).toEqual(['default model-1', 'second m-2']);
  },
);

test('PROV-13 the fallback is not used after the first word, nor for a message that is refused', async () => {
  const cut = await ask({ default: stream(say('Half')) }, { fallback: 'second' });
  expect(cut).toMatchObject({ asked: ['default model-1'], text: 'Half', error: 'stream_broken' });
  const refused = await ask({ default: status(400) }, { fallback: 'second' });
  expect(refused).toMatchObject({ asked: ['default model-1'], error: 'bad_request' });
});

/** A response whose head, or only whose first bytes, arrive; then nothing more, until the request ends. */
const silentAfter = (text: string) => () =>
  new Response(
    new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode(text)) }),
    { headers: EVENT_STREAM },
  );

test.each([
  ['sends no response', () => new Promise<Response>(() => undefined)],
  ['sends no event', silentAfter('')],
  ['sends comments only', silentAfter(': alive\n\n')],
])('PROV-13 the fallback writes the reply if the first connection %s', async (_, silent) => {
  const { asked, ...outcome } = await ask({ default: silent }, { fallback: 'second' }, 200);
  expect(outcome).toEqual({ text: 'second', error: undefined, places: [SECOND] });
  expect(asked).toEqual(['default model-1', 'second m-2']);
});

test.each([
  ['after it showed that it thinks', '', { reasoning_content: 'Hm' }],
  ['after its first word', 'One', { content: 'One' }],
])('PROV-13 a pause %s is no silence', async (_, first, delta) => {
  const chunk = (content: object) => `data: ${JSON.stringify({ choices: [content] })}\n\n`;
  const bytes = (text: string) => new TextEncoder().encode(text);
  const pausing = () =>
    new Response(
      new ReadableStream({
        start(body) {
          body.enqueue(bytes(chunk({ delta })));
          setTimeout(() => {
            body.enqueue(bytes(chunk({ delta: { content: ' more' }, finish_reason: 'stop' })));
            body.close();
          }, 300);
        },
      }),
      { headers: EVENT_STREAM },
    );
  const reply = await ask({ default: pausing }, { fallback: 'second' }, 200);
  expect(reply).toMatchObject({ asked: ['default model-1'], text: `${first} more` });
});

test('PROV-13 a failure of both is that of the fallback', async () => {
  const both = await ask({ default: status(401), second: status(503) }, { fallback: 'second' });
  expect(both).toMatchObject({ error: 'unavailable' });
});

import { afterEach, expect, test, vi } from 'vitest';
import { tryAssistant, type TrialMessage } from './try-assistant';

const api = { baseUrl: '', publishableKey: 'key', getAccessToken: async () => 'token' };
const model = { instructions: 'Be kind.' };

afterEach(() => vi.unstubAllGlobals());

/** Serves one stream of events. @returns the bodies of the requests */
function serve(stream: string) {
  const bodies: { body: { history: TrialMessage[] } }[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    bodies.push(JSON.parse(String(init.body)));
    return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
  });
  return bodies;
}

async function read(history: TrialMessage[]) {
  const { signal } = new AbortController();
  const events = [];
  for await (const event of tryAssistant(api, 'a', { model, history, content: 'Hi' }, signal))
    events.push(event);
  return events;
}

const FINAL =
  'id: 2\nevent: final\ndata: {"messageId":null,"text":"Hello","openaiMessageId":null}\n\n';

test('TRY-05 the latest messages that fit are sent along, oldest first', async () => {
  const bodies = serve(FINAL);
  const history = Array.from({ length: 60 }, (_, index): TrialMessage => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    text: index === 50 ? 'x'.repeat(59_982) : String(index),
  }));
  await read(history);
  expect(bodies[0]?.body.history).toEqual(history.slice(50));
  await read(history.with(50, { role: 'user', text: 'x'.repeat(60_000) }));
  expect(bodies[1]?.body.history).toEqual(history.slice(51));
  await read(history.with(50, { role: 'user', text: '50' }));
  expect(bodies[2]?.body.history).toHaveLength(40);
});

test('TRY-07 a stream that ends without a closing event is a network error', async () => {
  serve(FINAL);
  expect(await read([])).toMatchObject([{ event: 'final', seq: 2 }]);
  serve('id: 1\nevent: delta\ndata: {"text":"Hel"}\n\n');
  await expect(read([])).rejects.toMatchObject({ code: 'network_error' });
});

import { expect, test } from 'vitest';
import { chatProvider } from './chat-provider.ts';
import type { AiProvider, ProviderEvent } from './provider.ts';
import { responsesProvider } from './responses-provider.ts';
import { turnRequest } from './testing/turn-request.ts';

/** Returns the events that an adapter yields for a provider's stream, followed by the error code if it throws. */
async function read(
  createProvider: (connection: { fetch: typeof fetch }) => AiProvider,
  streamed: readonly Record<string, unknown>[],
): Promise<(ProviderEvent | string)[]> {
  const body = streamed.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const provider = createProvider({
    fetch: async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
  });
  const seen: (ProviderEvent | string)[] = [];
  try {
    const { signal } = new AbortController();
    for await (const event of provider.stream(turnRequest(), { signal })) seen.push(event);
  } catch (error) {
    seen.push(error instanceof Error && 'code' in error ? String(error.code) : String(error));
  }
  return seen;
}

const delta = (item_id: string, text: string) => ({
  type: 'response.output_text.delta',
  item_id,
  delta: text,
});
const completed = { type: 'response.completed', response: {} };

test('joins two messages of a reply into one text with a paragraph break', async () => {
  expect(
    await read(responsesProvider, [
      delta('msg_1', 'Let me see.'),
      delta('msg_2', 'Yes.'),
      completed,
    ]),
  ).toEqual([
    { type: 'message', openaiMessageId: 'msg_1' },
    { type: 'delta', text: 'Let me see.' },
    { type: 'message', openaiMessageId: 'msg_2' },
    { type: 'delta', text: '\n\n' },
    { type: 'delta', text: 'Yes.' },
    { type: 'done', usage: null },
  ]);
});

test('emits citations for each form in which servers send them', async () => {
  const annotation = { type: 'url_citation', url: 'https://example.org/', title: 'Rent' };
  const citation = { type: 'citation', url: 'https://example.org/', title: 'Rent' };
  const added = { type: 'response.output_text.annotation.added', item_id: 'msg_1' };
  const done = (annotations: unknown) => ({
    type: 'response.output_item.done',
    item: { type: 'message', content: [{ type: 'output_text', text: '', annotations }] },
  });
  const events = await read(responsesProvider, [
    delta('msg_1', 'Rent'),
    { ...added, annotation },
    { ...added, annotation: { type: 'file_citation', file_id: 'f' } },
    { ...added, annotation: 'https://example.org/' },
    done([annotation, null]),
    done(undefined),
    completed,
  ]);
  expect(events.filter((event) => typeof event === 'string' || event.type !== 'alive')).toEqual([
    { type: 'message', openaiMessageId: 'msg_1' },
    { type: 'delta', text: 'Rent' },
    citation,
    citation,
    { type: 'done', usage: null },
  ]);
});

test('treats a refusal of the model as a reply', async () => {
  expect(
    await read(responsesProvider, [
      { type: 'response.refusal.delta', item_id: 'msg_1', delta: 'I cannot.' },
      completed,
    ]),
  ).toContainEqual({ type: 'delta', text: 'I cannot.' });
  expect(
    await read(chatProvider, [
      {
        id: 'c',
        model: 'm',
        choices: [{ delta: { refusal: 'I cannot.' }, finish_reason: 'stop' }],
      },
    ]),
  ).toContainEqual({ type: 'delta', text: 'I cannot.' });
});

test('completes a reply that reached its length limit, with a note', async () => {
  const limit = { type: 'note', message: 'The reply reached its length limit.' };
  const incomplete = {
    type: 'response.incomplete',
    response: { incomplete_details: { reason: 'max_output_tokens' } },
  };
  expect((await read(responsesProvider, [delta('msg_1', 'The'), incomplete])).slice(-2)).toEqual([
    limit,
    { type: 'done', usage: null },
  ]);
  expect(
    (
      await read(chatProvider, [
        { id: 'c', model: 'm', choices: [{ delta: { content: 'The' }, finish_reason: 'length' }] },
      ])
    ).slice(-2),
  ).toEqual([limit, { type: 'done', usage: null }]);
});

test.each([
  [{ type: 'error', code: 'rate_limit_exceeded', message: 'm' }, 'rate_limited'],
  [{ type: 'error', code: null, message: 'm' }, 'provider_failed'],
  [{ error: { code: 'insufficient_quota', message: 'm' } }, 'auth'],
  [{ type: 'response.failed', response: { error: { code: 'server_error' } } }, 'provider_failed'],
  [{ type: 'response.failed', response: { error: { code: 'invalid_prompt' } } }, 'bad_request'],
])('maps %o in mid-stream to an error code', async (event, code) => {
  expect((await read(responsesProvider, [delta('msg_1', 'The'), event])).slice(-2)).toEqual([
    { type: 'delta', text: 'The' },
    code,
  ]);
});

test.each([
  ['responses', responsesProvider, delta('msg_1', 'The')],
  ['chat', chatProvider, { id: 'c', model: 'm', choices: [{ delta: { content: 'The' } }] }],
] as const)(
  'reports a %s stream that ends without a final event as broken',
  async (_, provider, event) => {
    expect((await read(provider, [event])).slice(-2)).toEqual([
      { type: 'delta', text: 'The' },
      'stream_broken',
    ]);
  },
);

test('ignores a call of a tool that was never offered', async () => {
  const call = { type: 'function_call', id: 'fc_1', name: 'delete_everything', arguments: '{}' };
  expect(
    await read(responsesProvider, [{ type: 'response.output_item.added', item: call }, completed]),
  ).toEqual([{ type: 'done', usage: null }]);
  expect(
    await read(chatProvider, [
      {
        id: 'c',
        model: 'm',
        choices: [{ delta: { tool_calls: [call] }, finish_reason: 'tool_calls' }],
      },
    ]),
  ).toEqual([
    { type: 'created', responseId: 'c', model: 'm' },
    { type: 'message', openaiMessageId: 'c' },
    { type: 'alive' },
    { type: 'done', usage: null },
  ]);
});

test('emits keep-alives for reasoning, but not its text', async () => {
  expect(
    await read(responsesProvider, [
      { type: 'response.reasoning_summary_text.delta', delta: 'Hm' },
      delta('msg_1', 'Yes.'),
      completed,
    ]),
  ).toEqual([
    { type: 'alive', isThinking: true },
    { type: 'message', openaiMessageId: 'msg_1' },
    { type: 'delta', text: 'Yes.' },
    { type: 'done', usage: null },
  ]);
  expect(
    await read(chatProvider, [
      { id: 'c', model: 'm', choices: [{ delta: { reasoning_content: 'Hm' } }] },
      { id: 'c', model: 'm', choices: [{ delta: { content: 'Yes.' }, finish_reason: 'stop' }] },
    ]),
  ).toEqual([
    { type: 'created', responseId: 'c', model: 'm' },
    { type: 'message', openaiMessageId: 'c' },
    { type: 'alive', isThinking: true },
    { type: 'delta', text: 'Yes.' },
    { type: 'done', usage: null },
  ]);
});

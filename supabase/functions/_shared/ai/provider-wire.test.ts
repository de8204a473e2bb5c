import { describe, expect, test } from 'vitest';
import { chatProvider } from './chat-provider.ts';
import { responsesProvider } from './responses-provider.ts';
import {
  completed,
  delta,
  DONE,
  EVENT_STREAM,
  readFrom,
  readReply,
  say,
  stream,
  type Outcome,
} from './testing/streamed-replies.ts';
import { turnRequest } from './testing/turn-request.ts';

const both = [
  ['Chat Completions', chatProvider, (text: string) => say(text), say('', 'stop')],
  ['Responses', responsesProvider, (text: string) => delta(text), completed],
] as const;

describe.each(both)('PROV-02 the text over %s', (_, createProvider, write, end) => {
  const reply = (...pieces: string[]) =>
    readReply(createProvider, stream(...pieces.map((piece): object => write(piece)), end));

  test.each([
    ['reasoning in one piece', ['<think>\nShe asks.\n</think>\n\nMonday.'], 'Monday.'],
    ['reasoning in pieces', ['<thi', 'nk>She as', 'ks.</th', 'ink>', '\n\nMon', 'day.'], 'Monday.'],
    ['reasoning letter by letter', [...'\n<think>Hm <b> </thin </think>\nMonday.'], 'Monday.'],
    ['two blocks of reasoning', ['<think>a</think>\n<think>b</think>\nMonday.'], 'Monday.'],
    ['other tags', ['<Thinking>Hm</Thinking> Monday.'], 'Monday.'],
    ['tags of Magistral', ['[THINK]Hm[/THINK]Monday.'], 'Monday.'],
    [
      'reasoning without the opening tag',
      ['She asks about `Monday`', '.\n</thi', 'nk>\n\n', 'Monday.'],
      'Monday.',
    ],
    ['reasoning without the opening tag in one line', ['Okay.</think>Monday.'], 'Monday.'],
    [
      'a reply about the tags',
      ['The tag `</think>` ends it, as “</think>” does.'],
      'The tag `</think>` ends it, as “</think>” does.',
    ],
    [
      'code with the tags',
      ['```\nstop = "</think>"\n```\nDone.'],
      '```\nstop = "</think>"\n```\nDone.',
    ],
    [
      'a tag that only looks alike',
      ['<thin', 'g> and < and </thing>'],
      '<thing> and < and </thing>',
    ],
    ['a comparison at the end', ['a <'], 'a <'],
    [
      'citation marks',
      ['Sign it【4:0†medication-policy.docx】. Ask 【12:3†source】 them.'],
      'Sign it. Ask them.',
    ],
    ['citation marks in pieces', [...'Sign it【1†L5-L9】.'], 'Sign it.'],
    [
      'citation marks after a piece with a space',
      ['Sign it ', '【1†a】', ' now.'],
      'Sign it  now.',
    ],
    [
      'private tokens',
      ['It. \ue200cite\ue202turn0file0\ue201 Ask\ue200file', 'cite\ue202turn1\ue201.'],
      'It. Ask.',
    ],
    ['private characters alone', ['A\uf0b7B\u{f0001}C'], 'ABC'],
    ['references of ChatGPT', ['It:contentReference[oaicite:0]{in', 'dex=0}.'], 'It.'],
    ['brackets of other languages', ['请注意【重要】: 药', '【a'], '请注意【重要】: 药【a'],
    ['spaces and colons', ['At 9', ': ', '30 ', ':-) ', 'ok'], 'At 9: 30 :-) ok'],
  ])('has %s removed, or left', async (_case, pieces, expected) => {
    expect(await reply(...pieces)).toEqual({ text: expected, notes: [] });
  });

  test('is no answer if it is all reasoning', async () => {
    expect(await reply('<think>Hm')).toMatchObject({ text: '', error: 'no_answer' });
  });

  test('shows no reasoning from the second reply on if the model omits the opening tag', async () => {
    const provider = createProvider({
      fetch: async () => stream(write('She asks.\n</think>\nYes'), end)(),
    });
    expect(await readFrom(provider)).toMatchObject({ text: 'Yes' });
    const written: string[] = [];
    const { signal } = new AbortController();
    for await (const event of provider.stream(turnRequest(), { signal })) {
      if (event.type === 'delta') written.push(event.text);
    }
    expect(written).toEqual(['Yes']);
  });
});

describe.each(both)('PROV-03 the wire of %s', (_, createProvider, write, end) => {
  const data = (value: object) => `data: ${JSON.stringify(value)}`;
  const bytes = (body: string, size: number) => () =>
    new Response(
      new ReadableStream({
        start(controller) {
          const all = new TextEncoder().encode(body);
          for (let at = 0; at < all.length; at += size)
            controller.enqueue(all.slice(at, at + size));
          controller.close();
        },
      }),
      { headers: EVENT_STREAM },
    );

  test.each([1, 2, 3, 7])('is read in pieces of %i bytes', async (size) => {
    const body = `${data(write('Zoë 👩‍👧 読む'))}\n\n${data(end)}\n\n`;
    expect(await readReply(createProvider, bytes(body, size))).toEqual({
      text: 'Zoë 👩‍👧 読む',
      notes: [],
    });
  });

  test('may have CRLF, comments, ids, a byte order mark, and no blank line at its end', async () => {
    const body = `\ufeff: ok\r\n\r\nid: 7\r\n${data(write('Mon'))}\r\n\r\n:\r\n\r\ndata:\r\n\r\n${data(write('day'))}\r\n\r\n${data(end)}`;
    expect(await readReply(createProvider, stream(body))).toEqual({ text: 'Monday', notes: [] });
  });

  test('counts comments as signs of life', async () => {
    const provider = createProvider({
      fetch: async () => stream(': a\n\n: b\n\n', write('Yes'), end)(),
    });
    const { signal } = new AbortController();
    const types: string[] = [];
    for await (const { type } of provider.stream(turnRequest(), { signal })) types.push(type);
    expect(types.slice(0, 2)).toEqual(['alive', 'alive']);
  });

  test.each<[string, string | object, Partial<Outcome>]>([
    [
      'in an object',
      { error: { message: 'overloaded', type: 'server_error', code: 502 } },
      { error: 'provider_failed' },
    ],
    ['as text', { error: 'overloaded' }, { error: 'provider_failed' }],
    [
      'as vLLM does',
      { object: 'error', message: 'EngineCore', type: 'InternalServerError', code: 500 },
      { error: 'provider_failed' },
    ],
    [
      'as an event',
      'event: error\ndata: {"message":"overloaded"}\n\n',
      { error: 'provider_failed' },
    ],
    [
      'of too many requests',
      { error: { message: 'slow down', code: 429 } },
      { error: 'rate_limited', retryable: true },
    ],
    [
      'of a filter',
      { error: { message: 'x', code: 'content_filter' } },
      { error: 'content_filter', retryable: false },
    ],
    [
      'of the context',
      { object: 'error', message: "This model's maximum context length is 9 tokens." },
      { error: 'conversation_too_long' },
    ],
  ])('reports an error %s after the text', async (_case, part, expected) => {
    expect(await readReply(createProvider, stream(write('Half'), part, DONE))).toMatchObject({
      text: 'Half',
      ...expected,
    });
  });

  test.each<[string, string, Partial<Outcome>]>([
    [
      'a page',
      '\n<!doctype html><body>Sign in to the network</body>',
      { error: 'unexpected_answer' },
    ],
    [
      'a whole reply',
      '{"id":"x","choices":[{"message":{"content":"Whole"}}]}',
      { error: 'unexpected_answer' },
    ],
    ['an error', '{"error":{"message":"m","code":"insufficient_quota"}}', { error: 'auth' }],
    ['lines of JSON', '{"a":1}\n{"a":2}\n', { error: 'unexpected_answer' }],
    ['words', 'OK', { error: 'unexpected_answer' }],
    ['nothing', '', { error: 'stream_broken', retryable: true }],
  ])('may be %s in place of a stream', async (_case, body, expected) => {
    const answer = () => new Response(body, { headers: EVENT_STREAM });
    expect(await readReply(createProvider, answer)).toEqual({
      text: '',
      notes: [],
      retryable: false,
      ...expected,
    });
  });

  test('reports the wait that a busy provider asks for, in seconds or as a date', async () => {
    const wait = async (value: string) => {
      const headers = { 'retry-after': value };
      const provider = createProvider({
        fetch: async () => new Response('{}', { status: 429, headers }),
      });
      return (await readFrom(provider)).retryAfterMs;
    };
    expect(await wait('3')).toBe(3000);
    expect(await wait('1.5')).toBe(1500);
    const inHalfMinute = await wait(new Date(Date.now() + 30_000).toUTCString());
    expect(inHalfMinute).toBeGreaterThan(28_000);
    expect(inHalfMinute).toBeLessThanOrEqual(30_000);
    expect(await wait('Mon, 01 Jan 2024 00:00:00 GMT')).toBe(0);
    expect(await wait('soon')).toBeUndefined();
  });
});

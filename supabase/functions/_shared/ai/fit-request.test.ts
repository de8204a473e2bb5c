import { describe, expect, test } from 'vitest';
import { chatProvider } from './chat-provider.ts';
import { fittingStream, shortenRequest } from './fit-request.ts';
import type { TurnMessage, TurnRequest } from './provider.ts';
import { say, stream } from './testing/streamed-replies.ts';
import { turnRequest } from './testing/turn-request.ts';

const turn = (text: string, length = 1000): TurnMessage[] => [
  { role: 'user', text: text.padEnd(length, '.') },
  { role: 'assistant', text: 'Noted.' },
];
const history = ['a', 'b', 'c', 'd', 'e'].flatMap((text) => turn(text));

/** Streams a reply of a server that refuses more characters than `limit` in these words. */
async function ask(
  request: Partial<TurnRequest>,
  { limit = 0, refusal = (_used: number): object => ({}), status = 400 } = {},
) {
  const lengths: number[] = [];
  const roles: string[] = [];
  const outputs: unknown[] = [];
  const provider = chatProvider({
    baseUrl: 'https://ai.example.org/v1',
    fetch: async (_, init) => {
      const body = JSON.parse(String(init?.body));
      const messages: { role: string; content: string }[] = body.messages;
      const length = messages.reduce((sum, { content }) => sum + content.length, 0);
      lengths.push(length);
      outputs.push(body.max_tokens);
      roles.splice(0, roles.length, ...messages.map(({ role }) => role));
      return length > limit
        ? Response.json(refusal(length), { status })
        : stream(say(`Read ${messages.length}`, 'stop'))();
    },
  });
  const { signal } = new AbortController();
  const outcome = { text: '', notes: [] as string[], error: undefined as unknown };
  try {
    for await (const event of fittingStream(provider, turnRequest(request), {
      signal,
      pauseMs: 1,
    })) {
      if (event.type === 'delta') outcome.text += event.text;
      if (event.type === 'note') outcome.notes.push(event.message);
    }
  } catch (error) {
    outcome.error = error instanceof Error && 'code' in error ? error.code : error;
  }
  return { ...outcome, lengths, roles, outputs };
}

const openAi = (used: number) => ({
  error: {
    message: `This model's maximum context length is 1,000 tokens. However, your messages resulted in ${Math.ceil(used / 4)} tokens.`,
    code: 'context_length_exceeded',
  },
});

describe('PROV-05 a conversation that is longer than the context of the model', () => {
  test.each<[string, (used: number) => object, number?]>([
    ['OpenAI', openAi],
    [
      'vLLM',
      (used) => ({
        object: 'error',
        code: 400,
        message: `This model's maximum context length is 1000 tokens. However, you requested ${used} tokens (${used - 10} in the messages, 10 in the completion).`,
      }),
    ],
    [
      'llama.cpp',
      (used) => ({
        error: {
          code: 400,
          type: 'exceed_context_size_error',
          message: 'the request exceeds the available context size, try increasing it',
          n_prompt_tokens: used,
          n_ctx: 1000,
        },
      }),
    ],
    [
      'llama.cpp before',
      () => ({
        error: {
          code: 500,
          message:
            'the request exceeds the available context size. try increasing the context size',
        },
      }),
      500,
    ],
    [
      'Anthropic',
      (used) => ({ error: { message: `prompt is too long: ${used} tokens > 1000 maximum` } }),
    ],
    [
      'Mistral',
      (used) => ({
        message: `Prompt contains ${used} tokens, too large for model with 1000 maximum context length`,
      }),
    ],
    [
      'Gemini',
      (used) => [
        {
          error: {
            message: `The input token count (${used}) exceeds the maximum number of tokens allowed (1000).`,
            status: 'INVALID_ARGUMENT',
          },
        },
      ],
    ],
    [
      'LiteLLM',
      () => ({ error: { message: 'litellm.ContextWindowExceededError: too much', code: '400' } }),
    ],
    ['Bedrock', () => ({ message: 'Input is too long for requested model.' })],
    ['a gateway', () => ({ error: { message: 'Payload Too Large' } }), 413],
  ])('is shortened at whole turns and sent once more (%s)', async (_, refusal, status = 400) => {
    const { text, notes, error, lengths, roles } = await ask(
      { history },
      { limit: 4000, refusal, status },
    );
    expect(error).toBeUndefined();
    expect(text).toMatch(/^Read \d+$/);
    expect(notes).toEqual([expect.stringContaining('longer than the model can read')]);
    expect(lengths).toHaveLength(2);
    expect(roles.slice(0, 2)).toEqual(['system', 'user']);
    expect(roles.at(-1)).toBe('user');
  });

  test('says that the conversation has become too long if the rest does not fit either', async () => {
    const many = Array.from({ length: 100 }, () => turn('x', 100)).flat();
    const { error, lengths, text } = await ask(
      { history: many },
      { limit: 20, refusal: () => ({ message: 'context length exceeded' }) },
    );
    expect({ error, text }).toEqual({ error: 'conversation_too_long', text: '' });
    expect(lengths).toHaveLength(2);
  });

  test('says that the message is too long if it alone does not fit', async () => {
    const question = 'long '.repeat(1000);
    expect(await ask({ question }, { limit: 4000, refusal: openAi })).toMatchObject({
      error: 'message_too_long',
      lengths: { length: 1 },
    });
    expect(await ask({ question, history }, { limit: 4000, refusal: openAi })).toMatchObject({
      error: 'message_too_long',
      lengths: { length: 2 },
    });
  });

  test('asks for a shorter reply if the longest one leaves no space for the messages', async () => {
    const refusal = {
      message:
        "This model's maximum context length is 4096 tokens. However, you requested 4596 tokens (500 in the messages, 4096 in the completion).",
    };
    let isFirst = true;
    const { outputs, error } = await ask(
      { maxOutputTokens: 4096 },
      { limit: -1, refusal: () => (isFirst ? ((isFirst = false), refusal) : { message: 'no' }) },
    );
    expect(outputs).toEqual([4096, 1024]);
    expect(error).toBe('bad_request');
  });
});

describe('PROV-06 the limit of input tokens of an assistant', () => {
  test('leaves out the oldest turns before the request is sent', async () => {
    const { text, notes, lengths } = await ask({ history, maxInputTokens: 1000 }, { limit: 3000 });
    expect(text).toBe('Read 6');
    expect(notes).toHaveLength(1);
    expect(lengths).toHaveLength(1);
  });

  test('sends nothing of a message that alone exceeds it', async () => {
    const question = 'long '.repeat(1000);
    expect(await ask({ question, maxInputTokens: 1000 })).toMatchObject({
      error: 'message_too_long',
      lengths: [],
    });
  });
});

test('PROV-05 earlier files are left out before turns if they alone do not fit', () => {
  const file = { name: 'a.txt', mime: 'text/plain', openaiFileId: null, text: 'x'.repeat(5000) };
  const request = turnRequest({ history, attachments: [file, { ...file, isEarlier: true }] });
  const shorter = shortenRequest(request, 9000);
  expect(shorter.attachments).toEqual([file]);
  expect(shorter.history).toHaveLength(6);
  expect(shortenRequest(request, 100).attachments).toEqual([file]);
});

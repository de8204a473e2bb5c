import { describe, expect, test } from 'vitest';
import { chatProvider } from './chat-provider.ts';
import { STOPPED_BY_FILTER } from './provider-error.ts';
import { responsesProvider } from './responses-provider.ts';
import {
  chunk,
  completed,
  delta,
  DONE,
  readReply,
  say,
  stream,
  type Outcome,
} from './testing/streamed-replies.ts';

const LIMIT_REACHED = 'The reply reached its length limit.';

const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };

const item = (text: string) => ({
  id: 'i',
  type: 'message',
  content: [{ type: 'output_text', text, annotations: [] }],
});
const incomplete = (reason: string) => ({
  type: 'response.incomplete',
  response: { incomplete_details: { reason } },
});

describe('PROV-01 Chat Completions', () => {
  test.each<[string, () => Response, Partial<Outcome>]>([
    [
      'a chunk without delta',
      stream(
        say('Mon'),
        { ...chunk(0), choices: [{ index: 0, finish_reason: null, content_filter_offsets: {} }] },
        say('day', 'stop'),
      ),
      { text: 'Monday' },
    ],
    [
      'a delta that is null',
      stream(say('Mon'), chunk(null), say('day', 'stop')),
      { text: 'Monday' },
    ],
    [
      'empty and missing choices',
      stream(
        { id: '', choices: [], prompt_filter_results: [{}] },
        { choices: null },
        {},
        say('Monday'),
        { choices: [null] },
        say('', 'stop'),
      ),
      { text: 'Monday' },
    ],
    [
      'fields of wrong types',
      stream({ ...say('Monday', 'stop'), id: 7, model: null, usage: 'none' }),
      { text: 'Monday' },
    ],
    [
      'a content that is a list',
      stream(
        say([{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] }]),
        say(
          [
            { type: 'text', text: 'Mon' },
            { type: 'text', text: 'day' },
          ],
          'stop',
        ),
      ),
      { text: 'Monday' },
    ],
    ['text with the reason only', stream(chunk({}), say('Monday', 'stop')), { text: 'Monday' }],
    [
      'text in the last message only',
      stream(chunk({}), chunk({}, 'stop', { message: { content: 'Monday' } })),
      { text: 'Monday' },
    ],
    [
      'text again in the last message',
      stream(say('Monday'), chunk({}, 'stop', { message: { content: 'Monday' } })),
      { text: 'Monday' },
    ],
    [
      'a filter after the first text',
      stream(say('First'), chunk({}, 'content_filter'), DONE),
      { text: 'First', notes: [STOPPED_BY_FILTER] },
    ],
    [
      'a filter before any text',
      stream(chunk({ role: 'assistant' }), chunk({}, 'content_filter'), DONE),
      { error: 'content_filter', retryable: false },
    ],
    [
      'a filter by another name',
      stream(say('First'), chunk({}, 'SAFETY'), DONE),
      { text: 'First', notes: [STOPPED_BY_FILTER] },
    ],
    [
      'the length limit',
      stream(say('First', 'length'), DONE),
      { text: 'First', notes: [LIMIT_REACHED] },
    ],
    [
      'the length limit by another name',
      stream(say('First', 'model_length')),
      { text: 'First', notes: [LIMIT_REACHED] },
    ],
    [
      'the length limit in the reasoning',
      stream(chunk({ reasoning_content: 'Hm' }), chunk({}, 'length'), DONE),
      { text: '', notes: [], error: 'length_limit', retryable: false },
    ],
    [
      'reasoning without an answer',
      stream(chunk({ reasoning: 'Hm' }), chunk({}, 'stop'), DONE),
      { text: '', error: 'no_answer', retryable: false },
    ],
    ['no reason before [DONE]', stream(say('Monday'), DONE), { text: 'Monday' }],
    ['an empty reason before [DONE]', stream(say('Monday', ''), DONE), { text: 'Monday' }],
    [
      'no reason, but the usage',
      stream(say('Monday'), { choices: [], usage }),
      { text: 'Monday', usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 } },
    ],
    [
      'no end at all',
      stream(say('Mon', '')),
      { text: 'Mon', error: 'stream_broken', retryable: true },
    ],
    [
      'an error as the reason',
      stream(say('Mon'), chunk({}, 'error'), DONE),
      { text: 'Mon', error: 'provider_failed' },
    ],
    [
      'usage with every chunk',
      stream({ ...say('Mon'), usage }, { ...say('day', 'stop'), usage }),
      { text: 'Monday' },
    ],
    [
      'the call of a tool without text',
      stream(chunk({ tool_calls: [{ id: 't' }] }), chunk({}, 'tool_calls')),
      { text: '' },
    ],
  ])('reads %s', async (_, answer, expected) => {
    expect(await readReply(chatProvider, answer)).toMatchObject(expected);
  });
});

describe('PROV-01 Responses', () => {
  test.each<[string, () => Response, Partial<Outcome>]>([
    [
      'text in closing events only',
      stream(
        { type: 'response.output_text.done', item_id: 'i', text: 'Monday' },
        { type: 'response.output_item.done', item: item('Monday') },
        completed,
      ),
      { text: 'Monday' },
    ],
    [
      'text in the closing response only',
      stream({
        type: 'response.completed',
        response: { output: [{ type: 'reasoning' }, item('Monday')] },
      }),
      { text: 'Monday' },
    ],
    [
      'text again in closing events',
      stream(
        delta('Monday'),
        { type: 'response.output_text.done', text: 'Monday' },
        { type: 'response.completed', response: { output: [item('Monday')] } },
      ),
      { text: 'Monday' },
    ],
    ['[DONE] in place of the closing event', stream(delta('Monday'), DONE), { text: 'Monday' }],
    ['[DONE] after it', stream(delta('Monday'), completed, DONE), { text: 'Monday' }],
    [
      'a filter after the first text',
      stream(delta('First'), incomplete('content_filter')),
      { text: 'First', notes: [STOPPED_BY_FILTER] },
    ],
    [
      'a filter before any text',
      stream(incomplete('content_filter')),
      { error: 'content_filter', retryable: false },
    ],
    [
      'the length limit',
      stream(delta('First'), incomplete('max_output_tokens')),
      { text: 'First', notes: [LIMIT_REACHED] },
    ],
    [
      'the length limit in the reasoning',
      stream(
        { type: 'response.reasoning_text.delta', delta: 'Hm' },
        incomplete('max_output_tokens'),
      ),
      { text: '', notes: [], error: 'length_limit', retryable: false },
    ],
    [
      'reasoning without an answer',
      stream({ type: 'response.reasoning_summary_text.delta', delta: 'Hm' }, completed),
      { error: 'no_answer', retryable: false },
    ],
    [
      'events without the fields that they promise',
      stream(
        { type: 'response.created' },
        { type: 'response.output_item.added' },
        { type: 'response.output_item.done', item: { type: 'message', content: null } },
        { type: 'response.output_text.delta' },
        { type: 'response.output_text.delta', delta: 'Monday' },
        { type: 'response.completed', response: null },
      ),
      { text: 'Monday' },
    ],
    [
      'types as names of events',
      stream(
        `event: response.output_text.delta\ndata: {"item_id":"i","delta":"Monday"}\n\n`,
        'event: response.completed\ndata: {"response":{}}\n\n',
      ),
      { text: 'Monday' },
    ],
    [
      'a filter as a failure',
      stream({ type: 'response.failed', response: { error: { code: 'content_filter' } } }),
      { error: 'content_filter' },
    ],
  ])('reads %s', async (_, answer, expected) => {
    expect(await readReply(responsesProvider, answer)).toMatchObject(expected);
  });
});

import { expect, test } from 'vitest';
import { isClosingEvent, parseStreamEvent, type StreamEvent } from './stream-events.ts';

const events: StreamEvent[] = [
  { event: 'info', data: { turnId: 't', userMessageId: 'u', message: 'Searching' } },
  { event: 'created', data: { openaiMessageId: 'm' } },
  { event: 'delta', data: { text: ' word' } },
  { event: 'delta', data: { text: '', last: true } },
  { event: 'final', data: { messageId: 'a', text: 'word', openaiMessageId: 'm' } },
  { event: 'final', data: { messageId: null, text: '', openaiMessageId: null, stopped: true } },
  { event: 'requires_action', data: { message: 'A tool is needed' } },
  { event: 'error', data: { message: 'Cut off', code: 'stream_broken', retryable: true } },
];

test('DATA-16 every stream event is parsed with its data', () => {
  for (const event of events) {
    expect(parseStreamEvent(event.event, JSON.stringify(event.data))).toEqual(event);
  }
});

test('DATA-16 unknown events are ignored, malformed ones throw', () => {
  expect(parseStreamEvent('citation', 'not JSON')).toBeNull();
  expect(parseStreamEvent(undefined, '{}')).toBeNull();
  expect(() => parseStreamEvent('delta', '{"text":1}')).toThrow('invalid_type');
  expect(() => parseStreamEvent('delta', '{')).toThrow(SyntaxError);
});

test('final, requires_action and error are closing events', () => {
  expect(events.filter(({ event }) => isClosingEvent(event)).map(({ event }) => event)).toEqual([
    'final',
    'final',
    'requires_action',
    'error',
  ]);
});

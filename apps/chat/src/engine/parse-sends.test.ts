import { expect, test } from 'vitest';
import { sendsSchema } from './parse-sends';
import type { Send } from './send';

const send: Send = {
  key: 'k1',
  conversationId: 'c1',
  content: 'Hello',
  sentAt: '2026-11-21T00:00:00.000Z',
  files: [],
  replaces: null,
  status: 'failed',
  reason: 'Please wait a moment.',
};
const request: Send = { ...send, content: '', answers: { messageId: 'm1', continues: null } };

test('a stored send is parsed with all its fields', () => {
  expect(sendsSchema.parse(sendsSchema.format([send, request]))).toEqual([send, request]);
});

test('an empty outbox has no entry', () => {
  expect(sendsSchema.format([])).toBeNull();
  expect(sendsSchema.parse(null)).toEqual([]);
});

test.each(['[{"key":1}, nonsense', '{}', '[null, 1, {"key":"k1"}]'])(
  'invalid storage is read as empty: %s',
  (text) => {
    expect(sendsSchema.parse(text)).toEqual([]);
  },
);

test('an invalid send is dropped, the others are parsed', () => {
  const text = JSON.stringify([{ ...send, status: 'unknown' }, send]);
  expect(sendsSchema.parse(text)).toEqual([send]);
});

test.each([
  ['waiting', 'queued'],
  ['sending', 'submitted'],
  ['failed', 'failed'],
])('a send of an earlier build that was %s is %s', (state, status) => {
  const { status: _status, files: _files, replaces: _replaces, ...earlier } = send;
  const text = JSON.stringify([{ ...earlier, state }]);
  expect(sendsSchema.parse(text)).toEqual([{ ...send, status }]);
});

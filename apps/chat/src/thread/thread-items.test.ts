import type { Message, TurnStatus } from '@homie/contracts';
import { expect, test } from 'vitest';
import { threadItems } from './thread-items';

const at = '2026-11-21T00:00:00.000Z';
const user = (id: string, status?: TurnStatus, text = ''): Message => ({
  id,
  role: 'user',
  content: `question ${id}`,
  files: [],
  created_at: at,
  openai_message_id: null,
  parent_id: null,
  alternatives: [],
  ...(status && { turn: { id: 't', status, text, error_message: null, last_seq: 1, replies: [] } }),
});
const assistant = (id: string): Message => ({
  ...user(id),
  role: 'assistant',
  content: `answer ${id}`,
});
const send = {
  key: 'k1',
  conversationId: 'c1',
  content: 'Hi',
  sentAt: at,
  files: [],
  replaces: null,
  state: 'sending' as const,
};

const shape = (...input: Parameters<typeof threadItems>) =>
  threadItems(...input).map((item) =>
    item.kind === 'user' ? `user ${item.id}` : `${item.id}: ${item.state} "${item.text}"`,
  );

test('questions and answers stand in their order', () => {
  expect(shape([user('1'), assistant('2'), user('3'), assistant('4')], [], undefined)).toEqual([
    'user 1',
    'reply-1: complete "answer 2"',
    'user 3',
    'reply-3: complete "answer 4"',
  ]);
});

test('SEND-05 a message that waits for the server has an id prefixed temp-, and a reply is awaited', () => {
  const live = { state: 'waiting', userMessageId: null } as const;
  expect(shape([], [send], live)).toEqual(['user temp-k1', 'reply-awaited: live ""']);
});

test('a reply keeps its place and its key from the first word to the stored message', () => {
  const live = { state: 'writing', userMessageId: '1' } as const;
  expect(shape([user('1', 'running')], [], live)).toEqual(['user 1', 'reply-1: live ""']);
  expect(shape([user('1'), assistant('2')], [], undefined)[1]).toMatch(/^reply-1: complete/);
});

test.each<TurnStatus>(['interrupted', 'failed', 'requires_action'])(
  'a reply that ended %s shows what was written, and that it is not all',
  (status) => {
    expect(shape([user('1', status, 'Half')], [], undefined)[1]).toBe(`reply-1: ${status} "Half"`);
  },
);

test('a stopped reply is its message with the mark of the stop, once', () => {
  expect(shape([user('1', 'stopped', 'Half'), assistant('2')], [], undefined)).toEqual([
    'user 1',
    'reply-1: stopped "answer 2"',
  ]);
});

test('a reply that ended between two readings is shown once', () => {
  expect(shape([user('1', 'running', 'Half'), assistant('2')], [], undefined)).toEqual([
    'user 1',
    'reply-1: complete "answer 2"',
  ]);
});

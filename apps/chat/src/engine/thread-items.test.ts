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
  status: 'submitted' as const,
};

const linked = (...messages: Message[]): Message[] =>
  messages.map((message, index) => ({ ...message, parent_id: messages[index - 1]?.id ?? null }));

const shape = (...input: Parameters<typeof threadItems>) =>
  threadItems(...input).map((item) =>
    item.kind === 'user' ? `user ${item.id}` : `${item.id}: ${item.state} "${item.text}"`,
  );
const keys = (...input: Parameters<typeof threadItems>) =>
  threadItems(...input).map(({ key }) => key);

test('lists messages and replies in order', () => {
  expect(shape([user('1'), assistant('2'), user('3'), assistant('4')], [], undefined)).toEqual([
    'user 1',
    '2: complete "answer 2"',
    'user 3',
    '4: complete "answer 4"',
  ]);
});

test('SEND-05 an unacknowledged message has an id prefixed temp-, and an awaited reply follows it', () => {
  const live = { status: 'submitted', userMessageId: null } as const;
  expect(shape([], [send], live)).toEqual(['user temp-k1', 'reply-awaited: live ""']);
});

test('a message that is resent after a reload is shown once if the server has already stored it', () => {
  const stored = { ...user('1', 'running', 'The roster'), content: send.content };
  const live = { status: 'submitted', userMessageId: null } as const;
  expect(shape([stored], [send], live)).toEqual(['user 1', 'reply-1: live "The roster"']);
});

test('a message that is sent after a reload, while another reply is running, has no awaited reply', () => {
  const live = { status: 'submitted', userMessageId: null } as const;
  expect(shape([user('1', 'running', 'The roster')], [send], live)).toEqual([
    'user 1',
    'reply-1: live "The roster"',
    'user temp-k1',
  ]);
});

test('queued messages follow the reply to the message in flight, each with its own key', () => {
  const waiting = ['k2', 'k3'].map((key) => ({ ...send, key, status: 'queued' as const }));
  const live = { status: 'submitted', userMessageId: null } as const;
  expect(shape([], [send, ...waiting], live)).toEqual([
    'user temp-k1',
    'reply-awaited: live ""',
    'user temp-k2',
    'user temp-k3',
  ]);
  expect(new Set(keys([], [send, ...waiting], live)).size).toBe(4);
});

test('a message has the same key from Enter on, its reply from the first word on', () => {
  const before = linked(user('1'), assistant('2'));
  const after = (...more: Message[]) => linked(user('1'), assistant('2'), ...more);
  const awaited = keys(before, [send], { status: 'submitted', userMessageId: null });
  const live = { status: 'streaming', userMessageId: '3' } as const;
  const written = keys(after(user('3', 'running')), [], live);
  expect(written.slice(0, 3)).toEqual(awaited.slice(0, 3));
  expect(new Set(written).size).toBe(4);
  expect(keys(after(user('3'), assistant('4')), [], undefined)).toEqual(written);
});

test('items have the same keys after earlier messages load', () => {
  const all = linked(user('1'), assistant('2'), user('3'), assistant('4'));
  const whole = keys(all, [], undefined);
  for (const from of [1, 2, 3])
    expect(keys(all.slice(from), [], undefined)).toEqual(whole.slice(from));
});

test.each<TurnStatus>(['interrupted', 'failed', 'requires_action'])(
  'a reply that ended as %s shows its partial text and its state',
  (status) => {
    expect(shape([user('1', status, 'Half')], [], undefined)[1]).toBe(`reply-1: ${status} "Half"`);
  },
);

test('a stopped reply is listed once, as its message with the state stopped', () => {
  const messages = [user('1', 'stopped', 'Half'), assistant('2')];
  expect(shape(messages, [], undefined)).toEqual(['user 1', '2: stopped "answer 2"']);
  expect(threadItems(messages, [], undefined)[1]).toMatchObject({ turnId: 't' });
});

test('a reply that finished between two fetches is shown once', () => {
  expect(shape([user('1', 'running', 'Half'), assistant('2')], [], undefined)).toEqual([
    'user 1',
    '2: complete "answer 2"',
  ]);
});

test('an edited message replaces the earlier one and everything after it as soon as it is sent', () => {
  const messages = linked(user('1'), assistant('2'), user('3'), assistant('4'));
  const edit = { ...send, replaces: '3' };
  const live = { status: 'submitted', userMessageId: null } as const;
  expect(shape(messages, [edit], live).slice(1)).toEqual([
    '2: complete "answer 2"',
    'user temp-k1',
    'reply-awaited: live ""',
  ]);
  expect(keys(messages, [edit], live)[2]).toBe(keys(messages, [], undefined)[2]);
});

test('another reply replaces the earlier one as soon as it is requested', () => {
  const messages = linked(user('1'), assistant('2'));
  const again = { ...send, answers: { messageId: '1', continues: null } };
  const live = { status: 'submitted', userMessageId: '1' } as const;
  expect(shape(messages, [again], live)).toEqual(['user 1', 'reply-1: live ""']);
  expect(keys(messages, [again], live)).toEqual(keys(messages, [], undefined));
});

test('a stored reply replaces a disconnected one', () => {
  const live = { status: 'disconnected', userMessageId: '1' } as const;
  expect(shape([user('1'), assistant('2')], [], live)[1]).toBe('2: complete "answer 2"');
});

test('the next message after an interrupted reply is not an alternative to that reply', () => {
  const question = user('1', 'interrupted', 'half an ans');
  const turn = {
    id: 't',
    status: 'interrupted' as const,
    text: 'half an ans',
    error_message: null,
  };
  const path = (...replies: string[]) =>
    linked({ ...question, turn: { ...turn, last_seq: 1, replies } }, user('2'), assistant('3'));
  const alternatives = (...replies: string[]) =>
    threadItems(path(...replies), [], undefined)[1]?.alternatives;
  expect(alternatives('2')).toEqual([]);
  expect(alternatives('2', 'other')).toEqual(['other', null]);
});

test('a failed reply without a message lists the earlier replies as alternatives', () => {
  const [question] = [user('1', 'failed')];
  const turn = { ...question.turn, id: 't', status: 'failed' as const, replies: ['2', '3'] };
  const messages = [{ ...question, turn: { text: '', error_message: null, last_seq: 1, ...turn } }];
  expect(threadItems(messages, [], undefined)[1]).toMatchObject({ alternatives: ['2', '3', null] });
});

// @vitest-environment jsdom
import { ApiError } from '@homie/api-client';
import type { StreamEvent } from '@homie/contracts';
import { beforeEach, expect, test, vi } from 'vitest';
import { aSend, delta, final, info, networkError, setUpChat, storeOutbox } from './testing/chat';
import { storedMessage } from './testing/stored-message';

beforeEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

test('SEND-05 SEND-06 SEND-07 a message is submitted, then acknowledged; its reply streams in and is added', async () => {
  const { chat, stream, reply, outbox, messages, notices } = setUpChat();
  expect(chat.sendMessage('c1', { content: 'Hi' })).toBe(true);
  expect(outbox()).toMatchObject([
    { content: 'Hi', files: [], replaces: null, status: 'submitted' },
  ]);
  expect(reply()).toMatchObject({ status: 'submitted', text: '' });

  await stream.write(info);
  expect(outbox()).toEqual([]);
  expect(messages()).toMatchObject([
    { id: 'm1', role: 'user', turn: { id: 't1', status: 'running' } },
  ]);

  await stream.write(delta('Hel'), delta('lo'));
  expect(reply()).toMatchObject({ status: 'streaming', text: 'Hello' });

  await stream.write(final);
  expect(reply()).toBeUndefined();
  expect(messages()).toMatchObject([
    { id: 'm1' },
    { id: 'a1', role: 'assistant', content: 'Hello', openai_message_id: 'o1' },
  ]);
  expect(messages()[0]?.turn).toBeUndefined();
  expect(notices.started).toHaveBeenCalledOnce();
  expect(notices.finished).toHaveBeenCalledExactlyOnceWith({ stopped: false });
});

test('renders the last delta at once, before the reply is stored', async () => {
  const { chat, stream, reply } = setUpChat({ nextFrame: () => undefined });
  chat.sendMessage('c1', { content: 'Hi' });
  await stream.write(info, delta('Hel'));
  expect(reply()).toMatchObject({ text: '' });
  await stream.write({ event: 'delta', data: { text: 'lo', last: true } });
  expect(reply()).toMatchObject({ text: 'Hello' });
});

test('notifies once that the server is unreachable, until it responds again', async () => {
  const { chat, stream, transport, reply, notices } = setUpChat();
  chat.sendMessage('c1', { content: 'Hi' });
  const retry = transport.open.mock.calls[0]?.[3];
  retry?.();
  retry?.();
  expect(reply()).toMatchObject({ status: 'submitted', reconnecting: true });
  expect(notices.reconnecting).toHaveBeenCalledOnce();
  await stream.write(info);
  expect(reply()).toMatchObject({ status: 'submitted', reconnecting: false });
});

test('SEND-12 messages sent while a reply runs are queued, and sent in order, each after the previous reply', async () => {
  const { chat, stream, sent: sends, outbox } = setUpChat();
  const sent = () => sends().map(({ content }) => content);
  chat.sendMessage('c1', { content: 'First' });
  expect(chat.sendMessage('c1', { content: 'Second' })).toBe(true);
  await stream.write(info);
  expect(chat.sendMessage('c1', { content: 'Third' })).toBe(true);
  expect(sent()).toEqual(['First']);
  expect(outbox()).toMatchObject([
    { content: 'Second', status: 'queued' },
    { content: 'Third', status: 'queued' },
  ]);
  await stream.write(final);
  await vi.waitFor(() => expect(sent()).toEqual(['First', 'Second']));
  chat.sendMessage('c2', { content: 'Elsewhere' });
  expect(sent()).toEqual(['First', 'Second', 'Elsewhere']);
});

test.each<[string, StreamEvent]>([
  ['is stopped', { event: 'final', data: { ...final.data, stopped: true } }],
  [
    'fails',
    { event: 'error', data: { message: 'Busy.', code: 'provider_failed', retryable: true } },
  ],
])('a queued message is sent when the reply before it %s', async (_how, end) => {
  const { chat, stream, sent, outbox } = setUpChat();
  chat.sendMessage('c1', { content: 'First' });
  await stream.write(info);
  chat.sendMessage('c1', { content: 'Second' });
  await stream.write(end);
  await vi.waitFor(() => expect(sent()).toHaveLength(2));
  expect(outbox()).toMatchObject([{ content: 'Second', status: 'submitted' }]);
});

test('a message that replaces another is refused while a reply runs', async () => {
  const { chat, stream, outbox } = setUpChat();
  chat.sendMessage('c1', { content: 'First' });
  await stream.write(info);
  expect(chat.sendMessage('c1', { content: 'Other words', replaces: 'm1' })).toBe(false);
  expect(outbox()).toEqual([]);
});

test.each<[string, StreamEvent, object, string]>([
  [
    "ERR-09 requires_action: 'Tools Required'",
    { event: 'requires_action', data: { message: 'Needs a calendar' } },
    { title: 'Tools Required', description: 'Needs a calendar' },
    'requires_action',
  ],
  [
    'ERR-10 error: the server’s message',
    {
      event: 'error',
      data: { message: 'The provider is busy.', code: 'provider_failed', retryable: true },
    },
    { title: 'Error', description: 'The provider is busy.' },
    'failed',
  ],
  [
    'an interrupted reply says so',
    {
      event: 'error',
      data: { message: 'The reply was interrupted.', code: 'interrupted', retryable: true },
    },
    { title: 'Error', description: 'The reply was interrupted.' },
    'interrupted',
  ],
])('SEND-09 the stream ends without an assistant message. %s', async (_, event, notice, status) => {
  const { chat, stream, notices, reply, messages } = setUpChat();
  chat.sendMessage('c1', { content: 'Hi' });
  await stream.write(info, delta('Half'), event);
  expect(notices.failed).toHaveBeenCalledExactlyOnceWith(notice);
  expect(reply()).toBeUndefined();
  expect(messages()).toMatchObject([{ id: 'm1', content: 'Hi', turn: { status, text: 'Half' } }]);
});

test("ERR-11 a failed send shows 'Network Error'; the message stays and is resent with its key", async () => {
  const { chat, stream, sent, notices, outbox, reply } = setUpChat();
  chat.sendMessage('c1', { content: 'Hi' });
  await stream.write(networkError);
  expect(notices.failed).toHaveBeenCalledExactlyOnceWith({
    title: 'Network Error',
    description: 'Failed to send message. Please try again.',
  });
  const [failed] = outbox();
  expect(failed).toMatchObject({ content: 'Hi', status: 'failed' });
  expect(reply()).toBeUndefined();

  if (failed) chat.resend(failed);
  await stream.write(info, final);
  const keys = sent().map(({ key }) => key);
  expect(keys[1]).toBe(keys[0]);
  expect(outbox()).toEqual([]);
});

test('a refusal shows the server’s error message, and the message stays in the outbox as failed', async () => {
  const { chat, stream, notices, outbox } = setUpChat();
  chat.sendMessage('c1', { content: 'Hi' });
  await stream.write(new ApiError('rate_limited', 'Please wait a moment.', 429));
  expect(notices.failed).toHaveBeenCalledExactlyOnceWith({
    title: 'Error',
    description: 'Please wait a moment.',
  });
  expect(outbox()).toMatchObject([{ status: 'failed', reason: 'Please wait a moment.' }]);
});

test('a reply has its citations and notes as soon as it is final', async () => {
  const { chat, stream, messages } = setUpChat();
  chat.sendMessage('c1', { content: 'Hi' });
  const known = {
    citations: [{ url: 'https://example.org/a', title: 'A' }],
    notes: ['Only the first 2 pages of a.pdf were read.'],
  };
  await stream.write(info, { event: 'final', data: { ...final.data, ...known } });
  expect(messages()[1]).toMatchObject(known);
});

test('a reply whose connection is lost retains its text and can be resumed', async () => {
  const { chat, stream, resumed, running, reply, messages } = setUpChat();
  chat.sendMessage('c1', { content: 'Hi' });
  await stream.write(info, delta('Hel'), networkError);
  expect(reply()).toMatchObject({ status: 'disconnected', text: 'Hel' });
  expect(running()).toEqual([]);

  const turn = messages()[0]?.turn;
  if (turn) chat.syncMessages('c1', messages());
  expect(reply()?.text).toBe('Hel');
  await stream.write(info, delta('H'));
  expect(reply()?.text).toBe('Hel');
  await stream.write(delta('ello'), final);
  expect(resumed()).toEqual(['t1']);
  expect(messages().map(({ content }) => content)).toEqual(['Hi', 'Hello']);
});

test('suppressNextFailure suppresses one failure notice; the next failure is reported', async () => {
  const { chat, stream, reply, notices } = setUpChat();
  const turn = {
    id: 't1',
    status: 'running',
    text: '',
    error_message: null,
    last_seq: 0,
  } as const;
  const error: StreamEvent = {
    event: 'error',
    data: { code: 'provider_failed', message: 'No', retryable: true },
  };
  chat.suppressNextFailure('c1');
  for (const count of [0, 1]) {
    chat.syncMessages('c1', [storedMessage('m1', { turn: { ...turn, replies: [] } })]);
    await stream.write(info, error);
    expect(reply()).toBeUndefined();
    expect(notices.failed).toHaveBeenCalledTimes(count);
  }
});

test('stop calls the server once, even if pressed before the turn id is known', async () => {
  const { chat, stream, transport, reply, messages, notices } = setUpChat();
  chat.sendMessage('c1', { content: 'Hi' });
  chat.stop('c1');
  chat.stop('c1');
  expect(transport.stop).not.toHaveBeenCalled();
  await stream.write(info);
  expect(transport.stop).toHaveBeenCalledExactlyOnceWith('c1', 't1');
  expect(reply()?.stopping).toBe(true);

  await stream.write({
    event: 'final',
    data: { messageId: null, text: '', openaiMessageId: null, stopped: true },
  });
  expect(messages()).toMatchObject([{ id: 'm1', turn: { status: 'stopped' } }]);
  expect(notices.finished).toHaveBeenCalledExactlyOnceWith({ stopped: true });
});

test('after a reload, a recent send is resent with its key; an old one is marked as failed', () => {
  const old = { conversationId: 'c2', sentAt: '2020-01-01T00:00:00.000Z' };
  storeOutbox(aSend('k1', { status: 'submitted' }), aSend('k2', { ...old, status: 'submitted' }));
  const { sent, outbox } = setUpChat();
  expect(sent().map(({ key }) => key)).toEqual(['k1']);
  expect(outbox()).toMatchObject([
    { key: 'k1', files: [], replaces: null, status: 'submitted' },
    { key: 'k2', status: 'failed' },
  ]);
});

test('a disconnected reply is resumed by its turn id; one that has finished in the meantime is removed', async () => {
  const { chat, stream, resumed, reply, messages } = setUpChat();
  chat.sendMessage('c1', { content: 'Hi' });
  await stream.write(info, delta('Hel'), networkError);
  chat.resumeStream('c2');
  expect(resumed()).toEqual([]);
  chat.resumeStream();
  expect(resumed()).toEqual(['t1']);
  expect(reply()).toMatchObject({ status: 'streaming', text: 'Hel' });
  await stream.write(networkError);
  const [question] = messages();
  if (question) chat.syncMessages('c1', [{ ...question, turn: undefined }]);
  expect(reply()).toBeUndefined();
});

test('a message whose conversation was deleted is removed from the outbox', async () => {
  const { chat, stream, outbox, notices } = setUpChat();
  chat.sendMessage('c1', { content: 'Hi' });
  await stream.write(new ApiError('conversation_not_found', 'Conversation not found', 404));
  expect(outbox()).toEqual([]);
  expect(notices.failed).toHaveBeenCalledOnce();
});

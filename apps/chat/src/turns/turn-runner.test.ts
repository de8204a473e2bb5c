// @vitest-environment jsdom
import { ApiError } from '@homie/api-client';
import type { StreamEvent } from '@homie/contracts';
import { beforeEach, expect, test, vi } from 'vitest';
import { createOutbox } from '../storage/outbox';
import { chat, delta, final, info, networkError } from './testing/chat';

beforeEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

test('SEND-05 SEND-06 SEND-07 a message waits, is acknowledged, is answered word by word, and the reply is added', async () => {
  const { runner, stream, replies, outbox, messages, notices } = chat();
  expect(runner.send('c1', { content: 'Hi' })).toBe(true);
  expect(outbox.all()).toMatchObject([
    { content: 'Hi', files: [], replaces: null, state: 'sending' },
  ]);
  expect(replies.get('c1')).toMatchObject({ state: 'waiting', text: '' });

  await stream.write(info);
  expect(outbox.all()).toEqual([]);
  expect(messages()).toMatchObject([
    { id: 'm1', role: 'user', turn: { id: 't1', status: 'running' } },
  ]);

  await stream.write(delta('Hel'), delta('lo'));
  expect(replies.get('c1')).toMatchObject({ state: 'writing', text: 'Hello' });

  await stream.write(final);
  expect(replies.get('c1')).toBeUndefined();
  expect(messages()).toMatchObject([
    { id: 'm1' },
    { id: 'a1', role: 'assistant', content: 'Hello', openai_message_id: 'o1' },
  ]);
  expect(messages()[0]?.turn).toBeUndefined();
  expect(notices.started).toHaveBeenCalledOnce();
  expect(notices.finished).toHaveBeenCalledExactlyOnceWith({ stopped: false });
});

test('the last words are shown at once, before the reply is stored', async () => {
  const { runner, stream, replies } = chat([], () => undefined);
  runner.send('c1', { content: 'Hi' });
  await stream.write(info, delta('Hel'));
  expect(replies.get('c1')).toMatchObject({ text: '' });
  await stream.write({ event: 'delta', data: { text: 'lo', last: true } });
  expect(replies.get('c1')).toMatchObject({ text: 'Hello' });
});

test('a server out of reach is told once, until it is heard again', async () => {
  const { runner, stream, streams, replies, notices } = chat();
  runner.send('c1', { content: 'Hi' });
  const retry = streams.send.mock.calls[0]?.[2];
  retry?.();
  retry?.();
  expect(replies.get('c1')).toMatchObject({ state: 'waiting', retrying: true });
  expect(notices.retrying).toHaveBeenCalledOnce();
  await stream.write(info);
  expect(replies.get('c1')).toMatchObject({ state: 'waiting', retrying: false });
});

test('SEND-12 messages sent while a reply runs wait, and go in order after the end of each reply', async () => {
  const { runner, stream, streams, outbox } = chat();
  const sent = () => streams.send.mock.calls.map(([{ content }]) => content);
  runner.send('c1', { content: 'First' });
  expect(runner.send('c1', { content: 'Second' })).toBe(true);
  await stream.write(info);
  expect(runner.send('c1', { content: 'Third' })).toBe(true);
  expect(sent()).toEqual(['First']);
  expect(outbox.all()).toMatchObject([
    { content: 'Second', state: 'waiting' },
    { content: 'Third', state: 'waiting' },
  ]);
  await stream.write(final);
  await vi.waitFor(() => expect(sent()).toEqual(['First', 'Second']));
  runner.send('c2', { content: 'Elsewhere' });
  expect(sent()).toEqual(['First', 'Second', 'Elsewhere']);
});

test.each<[string, StreamEvent]>([
  ['is stopped', { event: 'final', data: { ...final.data, stopped: true } }],
  [
    'fails',
    { event: 'error', data: { message: 'Busy.', code: 'provider_failed', retryable: true } },
  ],
])('a message that waits for a reply goes when the reply %s', async (_how, end) => {
  const { runner, stream, streams, outbox } = chat();
  runner.send('c1', { content: 'First' });
  await stream.write(info);
  runner.send('c1', { content: 'Second' });
  await stream.write(end);
  await vi.waitFor(() => expect(streams.send).toHaveBeenCalledTimes(2));
  expect(outbox.all()).toMatchObject([{ content: 'Second', state: 'sending' }]);
});

test('a message that replaces another is refused while a reply runs', async () => {
  const { runner, stream, outbox } = chat();
  runner.send('c1', { content: 'First' });
  await stream.write(info);
  expect(runner.send('c1', { content: 'Other words', replaces: 'm1' })).toBe(false);
  expect(outbox.all()).toEqual([]);
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
  const { runner, stream, notices, replies, messages } = chat();
  runner.send('c1', { content: 'Hi' });
  await stream.write(info, delta('Half'), event);
  expect(notices.failed).toHaveBeenCalledExactlyOnceWith(notice);
  expect(replies.get('c1')).toBeUndefined();
  expect(messages()).toMatchObject([{ id: 'm1', content: 'Hi', turn: { status, text: 'Half' } }]);
});

test("ERR-11 a send that does not get through is a 'Network Error'; the message stays and goes again under its key", async () => {
  const { runner, stream, streams, notices, outbox, replies } = chat();
  runner.send('c1', { content: 'Hi' });
  await stream.write(networkError);
  expect(notices.failed).toHaveBeenCalledExactlyOnceWith({
    title: 'Network Error',
    description: 'Failed to send message. Please try again.',
  });
  const [failed] = outbox.all();
  expect(failed).toMatchObject({ content: 'Hi', state: 'failed' });
  expect(replies.get('c1')).toBeUndefined();

  if (failed) runner.resend(failed);
  await stream.write(info, final);
  const keys = streams.send.mock.calls.map(([send]) => send.key);
  expect(keys[1]).toBe(keys[0]);
  expect(outbox.all()).toEqual([]);
});

test('a refusal is shown in the server’s words and the message can be sent again', async () => {
  const { runner, stream, notices, outbox } = chat();
  runner.send('c1', { content: 'Hi' });
  await stream.write(new ApiError('rate_limited', 'Please wait a moment.', 429));
  expect(notices.failed).toHaveBeenCalledExactlyOnceWith({
    title: 'Error',
    description: 'Please wait a moment.',
  });
  expect(outbox.all()).toMatchObject([{ state: 'failed', reason: 'Please wait a moment.' }]);
});

test('what a reply draws on and what its reader has to know are there with its last word', async () => {
  const { runner, stream, messages } = chat();
  runner.send('c1', { content: 'Hi' });
  const known = {
    citations: [{ url: 'https://example.org/a', title: 'A' }],
    notes: ['Only the first 2 pages of a.pdf were read.'],
  };
  await stream.write(info, { event: 'final', data: { ...final.data, ...known } });
  expect(messages()[1]).toMatchObject(known);
});

test('a reply whose connection is lost keeps its words and can be followed again', async () => {
  const { runner, stream, streams, replies, messages } = chat();
  runner.send('c1', { content: 'Hi' });
  await stream.write(info, delta('Hel'), networkError);
  expect(replies.get('c1')).toMatchObject({ state: 'lost', text: 'Hel' });
  expect([...replies.running()]).toEqual([]);

  const turn = messages()[0]?.turn;
  if (turn) runner.attach('c1', 'm1', turn);
  expect(replies.get('c1')?.text).toBe('Hel');
  await stream.write(info, delta('H'));
  expect(replies.get('c1')?.text).toBe('Hel');
  await stream.write(delta('ello'), final);
  expect(streams.resume.mock.calls.map(([id, turnId]) => [id, turnId])).toEqual([['c1', 't1']]);
  expect(messages().map(({ content }) => content)).toEqual(['Hi', 'Hello']);
});

test('the failure of a reply that somebody else tells of is not told twice; that of the next one is', async () => {
  const { runner, stream, replies, notices } = chat();
  const turn = { id: 't1', status: 'running', text: '' } as const;
  const error: StreamEvent = {
    event: 'error',
    data: { code: 'provider_failed', message: 'No', retryable: true },
  };
  runner.leaveFailure('c1');
  for (const told of [0, 1]) {
    runner.attach('c1', 'm1', { ...turn, error_message: null, last_seq: 0, replies: [] });
    await stream.write(info, error);
    expect(replies.get('c1')).toBeUndefined();
    expect(notices.failed).toHaveBeenCalledTimes(told);
  }
});

test('stop asks the server once, also when pressed before the turn has a name', async () => {
  const { runner, stream, streams, replies, messages, notices } = chat();
  runner.send('c1', { content: 'Hi' });
  runner.stop('c1');
  runner.stop('c1');
  expect(streams.stop).not.toHaveBeenCalled();
  await stream.write(info);
  expect(streams.stop).toHaveBeenCalledExactlyOnceWith('c1', 't1');
  expect(replies.get('c1')?.stopping).toBe(true);

  await stream.write({
    event: 'final',
    data: { messageId: null, text: '', openaiMessageId: null, stopped: true },
  });
  expect(messages()).toMatchObject([{ id: 'm1', turn: { status: 'stopped' } }]);
  expect(notices.finished).toHaveBeenCalledExactlyOnceWith({ stopped: true });
});

test('a send that a reload cut off goes on under its key; an old one waits for the person', () => {
  const young = {
    key: 'k1',
    conversationId: 'c1',
    content: 'Hi',
    sentAt: new Date().toISOString(),
  };
  const old = { ...young, key: 'k2', conversationId: 'c2', sentAt: '2020-01-01T00:00:00.000Z' };
  const before = createOutbox('ada');
  before.put({ ...young, files: [], replaces: null, state: 'sending' });
  before.put({ ...old, files: [], replaces: null, state: 'sending' });
  const { streams, outbox } = chat();
  expect(streams.send.mock.calls.map(([send]) => send.key)).toEqual(['k1']);
  expect(outbox.all()).toMatchObject([
    { key: 'k1', files: [], replaces: null, state: 'sending' },
    { key: 'k2', state: 'failed' },
  ]);
});

test('a lost reply is taken up again by its turn; one that ended meanwhile is let go', async () => {
  const { runner, stream, streams, replies, messages } = chat();
  runner.send('c1', { content: 'Hi' });
  await stream.write(info, delta('Hel'), networkError);
  runner.reconnect('c2');
  expect(streams.resume).not.toHaveBeenCalled();
  runner.reconnect();
  expect(streams.resume.mock.calls.map(([id, turnId]) => [id, turnId])).toEqual([['c1', 't1']]);
  expect(replies.get('c1')).toMatchObject({ state: 'writing', text: 'Hel' });
  await stream.write(networkError);
  const [asked] = messages();
  if (asked) runner.see('c1', [{ ...asked, turn: undefined }]);
  expect(replies.get('c1')).toBeUndefined();
});

test('a message whose conversation is gone is not kept', async () => {
  const { runner, stream, outbox, notices } = chat();
  runner.send('c1', { content: 'Hi' });
  await stream.write(new ApiError('conversation_not_found', 'Conversation not found', 404));
  expect(outbox.all()).toEqual([]);
  expect(notices.failed).toHaveBeenCalledOnce();
});

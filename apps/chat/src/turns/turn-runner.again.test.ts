// @vitest-environment jsdom
import type { Message } from '@homie/contracts';
import { beforeEach, expect, test, vi } from 'vitest';
import { createOutbox } from '../storage/outbox';
import { chat, delta, final, info, networkError } from './testing/chat';

beforeEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

const answered = (userMessage: Partial<Message> = {}): Message[] => {
  const plain = {
    files: [],
    created_at: '2026-11-21T00:00:00.000Z',
    openai_message_id: null,
    alternatives: [],
  };
  return [
    { id: 'm1', role: 'user', content: 'Hi', parent_id: null, ...plain, ...userMessage },
    { id: 'a0', role: 'assistant', content: 'Earlier', parent_id: 'm1', ...plain },
  ];
};
const again = { messageId: 'm1', continues: null };

test('another reply is asked for once under one key, and the earlier one stays its alternative', async () => {
  const { runner, stream, streams, outbox, replies, messages } = chat(answered());
  expect(runner.answer('c1', again)).toBe(true);
  expect(runner.answer('c1', again)).toBe(false);
  expect(outbox.all()).toMatchObject([{ content: '', answers: again, state: 'sending' }]);
  expect(replies.get('c1')).toMatchObject({ state: 'waiting', userMessageId: 'm1', text: '' });

  await stream.write(info);
  expect(outbox.all()).toEqual([]);
  expect(messages()).toMatchObject([{ id: 'm1', turn: { status: 'running', replies: ['a0'] } }]);
  await stream.write(delta('Hello'), final);
  expect(streams.send).toHaveBeenCalledOnce();
  expect(messages()).toMatchObject([
    { id: 'm1' },
    { id: 'a1', content: 'Hello', alternatives: ['a0', 'a1'] },
  ]);
});

test('a continued reply never shrinks: it begins with what was there, and its start is told once', async () => {
  const { runner, stream, replies, notices } = chat(answered());
  runner.answer('c1', { messageId: 'm1', continues: 't0' }, 'Hel');
  expect(replies.get('c1')).toMatchObject({ state: 'waiting', text: 'Hel' });
  await stream.write(info, delta('Hel'));
  expect(replies.get('c1')).toMatchObject({ state: 'writing', text: 'Hel' });
  await stream.write(delta('lo'));
  expect(replies.get('c1')?.text).toBe('Hello');
  expect(notices.started).toHaveBeenCalledOnce();
});

test('a wish for another reply that does not get through leaves the earlier reply, and nothing to resend', async () => {
  const { runner, stream, outbox, replies, notices, messages } = chat(answered());
  runner.answer('c1', again);
  await stream.write(networkError);
  expect(notices.failed).toHaveBeenCalledOnce();
  expect(outbox.all()).toEqual([]);
  expect(replies.get('c1')).toBeUndefined();
  expect(messages().map(({ id }) => id)).toEqual(['m1', 'a0']);
});

test('a wish for another reply that a reload cut off goes on under its key; an old one is let go', () => {
  const before = createOutbox('ada');
  const words = { content: '', files: [], replaces: null, state: 'sending' as const };
  const wish = { ...words, key: 'k1', conversationId: 'c1', sentAt: new Date().toISOString() };
  before.put({ ...wish, answers: again });
  const old = { key: 'k2', conversationId: 'c2', sentAt: '2020-01-01T00:00:00.000Z' };
  before.put({ ...wish, ...old, answers: again });
  const { streams, outbox } = chat(answered());
  expect(streams.send.mock.calls.map(([send]) => send)).toMatchObject([
    { key: 'k1', answers: again },
  ]);
  expect(outbox.all()).toMatchObject([{ key: 'k1' }]);
});

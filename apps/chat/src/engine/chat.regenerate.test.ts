// @vitest-environment jsdom
import type { Message } from '@homie/contracts';
import { beforeEach, expect, test, vi } from 'vitest';
import { aSend, delta, final, info, networkError, setUpChat, storeOutbox } from './testing/chat';

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

test('requests another reply once, and the earlier one stays an alternative', async () => {
  const { chat, stream, sent, outbox, reply, messages } = setUpChat({ stored: answered() });
  expect(chat.regenerate('c1', again)).toBe(true);
  expect(chat.regenerate('c1', again)).toBe(false);
  expect(outbox()).toMatchObject([{ content: '', answers: again, status: 'submitted' }]);
  expect(reply()).toMatchObject({ status: 'submitted', userMessageId: 'm1', text: '' });

  await stream.write(info);
  expect(outbox()).toEqual([]);
  expect(messages()).toMatchObject([{ id: 'm1', turn: { status: 'running', replies: ['a0'] } }]);
  await stream.write(delta('Hello'), final);
  expect(sent()).toHaveLength(1);
  expect(messages()).toMatchObject([
    { id: 'm1' },
    { id: 'a1', content: 'Hello', alternatives: ['a0', 'a1'] },
  ]);
});

test('a continued reply starts with the existing text, never shrinks, and notifies its start once', async () => {
  const { chat, stream, reply, notices } = setUpChat({ stored: answered() });
  chat.regenerate('c1', { messageId: 'm1', continues: 't0' }, 'Hel');
  expect(reply()).toMatchObject({ status: 'submitted', text: 'Hel' });
  await stream.write(info, delta('Hel'));
  expect(reply()).toMatchObject({ status: 'streaming', text: 'Hel' });
  await stream.write(delta('lo'));
  expect(reply()?.text).toBe('Hello');
  expect(notices.started).toHaveBeenCalledOnce();
});

test('a failed request for another reply restores the earlier reply and leaves the outbox empty', async () => {
  const { chat, stream, outbox, reply, notices, messages } = setUpChat({ stored: answered() });
  chat.regenerate('c1', again);
  await stream.write(networkError);
  expect(notices.failed).toHaveBeenCalledOnce();
  expect(outbox()).toEqual([]);
  expect(reply()).toBeUndefined();
  expect(messages().map(({ id }) => id)).toEqual(['m1', 'a0']);
});

test('after a reload, a recent request for another reply is resent with its key; an old one is dropped', () => {
  const request = { content: '', answers: again, status: 'submitted' as const };
  const old = { conversationId: 'c2', sentAt: '2020-01-01T00:00:00.000Z' };
  storeOutbox(aSend('k1', request), aSend('k2', { ...request, ...old }));
  const { sent, outbox } = setUpChat({ stored: answered() });
  expect(sent()).toMatchObject([{ key: 'k1', answers: again }]);
  expect(outbox()).toMatchObject([{ key: 'k1' }]);
});

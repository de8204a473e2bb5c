// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { final, info, networkError, setUpChat, turnRunning } from './testing/chat';

beforeEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

/** Switches the network on or off. */
function setOnline(online: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  globalThis.dispatchEvent(new Event(online ? 'online' : 'offline'));
}

test('messages sent offline are queued without a notice, and sent when the network is back', async () => {
  const { chat, stream, sent, reply, outbox, notices, messages } = setUpChat();
  setOnline(false);
  expect(chat.sendMessage('c1', { content: 'Hi' })).toBe(true);
  expect(chat.sendMessage('c1', { content: 'Again' })).toBe(true);
  expect(outbox().map(({ content, status }) => `${content} ${status}`)).toEqual([
    'Hi queued',
    'Again queued',
  ]);
  expect(reply()).toBeUndefined();
  expect(sent()).toEqual([]);
  setOnline(true);
  await stream.write(info, final);
  expect(messages().map(({ content }) => content)).toEqual(['Hi', 'Hello']);
  expect(sent().map(({ content }) => content)).toEqual(['Hi', 'Again']);
  expect(notices.failed).not.toHaveBeenCalled();
});

test('a message whose request fails because the network is lost is queued, without a notice', async () => {
  const { chat, stream, outbox, reply, notices } = setUpChat();
  chat.sendMessage('c1', { content: 'Hi' });
  setOnline(false);
  await stream.write(networkError);
  expect(outbox()).toMatchObject([{ status: 'queued' }]);
  expect(reply()).toBeUndefined();
  expect(notices.failed).not.toHaveBeenCalled();
  setOnline(true);
  await stream.write(info);
  expect(outbox()).toEqual([]);
});

test('queued and new messages wait while a reply runs that another tab started', async () => {
  const { chat, stream, streamOf, sent, outbox, notices } = setUpChat();
  setOnline(false);
  chat.sendMessage('c1', { content: 'After you' });
  setOnline(true);
  await stream.write(turnRunning);
  expect(outbox()).toMatchObject([{ status: 'queued' }]);
  expect(sent()).toHaveLength(1);

  chat.sendMessage('c2', { content: 'At once' });
  await streamOf('c2').write(turnRunning);
  expect(outbox()[1]).toMatchObject({ status: 'queued' });
  expect(notices.failed).not.toHaveBeenCalled();
});

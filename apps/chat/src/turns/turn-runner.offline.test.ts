// @vitest-environment jsdom
import { ApiError } from '@homie/api-client';
import { beforeEach, expect, test, vi } from 'vitest';
import { chat, final, info, networkError } from './testing/chat';

beforeEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

/** Takes the network away or brings it back. */
function setOnline(online: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  globalThis.dispatchEvent(new Event(online ? 'online' : 'offline'));
}

test('without a network a message waits in silence, and goes under its key when the network is back', async () => {
  const { runner, stream, streams, replies, outbox, notices, messages } = chat();
  setOnline(false);
  expect(runner.send('c1', { content: 'Hi' })).toBe(true);
  expect(runner.send('c1', { content: 'Again' })).toBe(true);
  expect(outbox.all().map(({ content, state }) => `${content} ${state}`)).toEqual([
    'Hi waiting',
    'Again waiting',
  ]);
  expect(replies.get('c1')).toBeUndefined();
  expect(streams.send).not.toHaveBeenCalled();
  setOnline(true);
  await stream.write(info, final);
  expect(messages().map(({ content }) => content)).toEqual(['Hi', 'Hello']);
  expect(streams.send.mock.calls.map(([send]) => send.content)).toEqual(['Hi', 'Again']);
  expect(notices.failed).not.toHaveBeenCalled();
});

test('a network that goes while a message is on its way makes it wait, without a notice', async () => {
  const { runner, stream, outbox, replies, notices } = chat();
  runner.send('c1', { content: 'Hi' });
  setOnline(false);
  await stream.write(networkError);
  expect(outbox.all()).toMatchObject([{ state: 'waiting' }]);
  expect(replies.get('c1')).toBeUndefined();
  expect(notices.failed).not.toHaveBeenCalled();
  setOnline(true);
  await stream.write(info);
  expect(outbox.all()).toEqual([]);
});

test('a message waits while a reply runs that another tab started, whether it waited before or was just sent', async () => {
  const running = new ApiError('turn_running', 'A reply is still being written.', 409);
  const { runner, stream, streams, outbox, notices } = chat();
  setOnline(false);
  runner.send('c1', { content: 'After you' });
  setOnline(true);
  await stream.write(running);
  expect(outbox.all()).toMatchObject([{ state: 'waiting' }]);
  expect(streams.send).toHaveBeenCalledOnce();

  runner.send('c2', { content: 'At once' });
  await stream.write(running);
  expect(outbox.all()[1]).toMatchObject({ state: 'waiting' });
  expect(notices.failed).not.toHaveBeenCalled();
});

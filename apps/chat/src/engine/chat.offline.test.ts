// @vitest-environment jsdom
import type { TurnSummary } from '@homie/contracts';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Chat } from './chat';
import { final, info, networkError, setUpChat, turnRunning } from './testing/chat';
import { storedMessage } from './testing/stored-message';

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

test.each(['Cancel', 'Stop'])(
  'INSTANT-51 %s aborts and withdraws a message that is retried, and its text returns to the draft',
  async (action) => {
    const { chat, transport, outbox, reply, messages, notices } = setUpChat();
    chat.sendMessage('c1', { content: 'Hi' });
    const [, , signal, onRetry] = transport.open.mock.calls[0] ?? [];
    onRetry?.();
    expect(reply()).toMatchObject({ reconnecting: true });
    const [send] = outbox();
    if (send === undefined) throw new Error('The message is not in the outbox');
    if (action === 'Cancel') chat.restoreToDraft(send);
    else chat.stop('c1');
    expect(signal?.aborted).toBe(true);
    expect([outbox(), messages(), reply()]).toEqual([[], [], undefined]);
    expect(chat.drafts.read('c1')).toBe('Hi');
    expect(notices.failed).not.toHaveBeenCalled();
  },
);

test('INSTANT-51 a withdrawn message that the server had stored is shown with its reply once it is loaded', async () => {
  const { chat, stream, transport, outbox, resumed, reply, sent } = setUpChat();
  chat.sendMessage('c1', { content: 'Hi' });
  transport.open.mock.calls[0]?.[3]();
  chat.stop('c1');
  await stream.write(info);
  expect(reply()).toBeUndefined();
  const turn: TurnSummary = {
    id: 't1',
    status: 'running',
    text: '',
    error_message: null,
    last_seq: 0,
    replies: [],
  };
  chat.syncMessages('c1', [storedMessage('m1', { content: 'Hi', turn })]);
  expect(resumed()).toEqual(['t1']);
  expect(outbox()).toEqual([]);
  expect(sent()).toHaveLength(1);
});

test.each([
  ['a draft', ({ drafts }: Chat) => drafts.write('c1', 'Half a thought')],
  ['an edit', ({ edits }: Chat) => edits.set('c1', { messageId: 'm1', content: 'x', files: [] })],
  ['a queued message', (chat: Chat) => chat.sendMessage('c1', { content: 'Hi' })],
])('INSTANT-43 reports %s that the browser does not save', (_, change) => {
  const { chat, notices } = setUpChat();
  setOnline(false);
  change(chat);
  expect(notices.unsaved).not.toHaveBeenCalled();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  change(chat);
  expect(notices.unsaved).toHaveBeenCalled();
});

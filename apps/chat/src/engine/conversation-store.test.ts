import { createQueryClient, messageKeys } from '@homie/api-client';
import type { Message, MessageList } from '@homie/contracts';
import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { storedMessage } from './testing/stored-message';
import { createConversationStore } from './conversation-store';

const list = (...rows: Message[]): MessageList => ({ rows, hasEarlier: false });
const queryKey = messageKeys.list('c1');

/** A query for messages that the test resolves. */
function listing() {
  const client = createQueryClient();
  const answers: ((messages: MessageList) => void)[] = [];
  const queryFn = () => new Promise<MessageList>((resolve) => answers.push(resolve));
  const options = { queryKey, queryFn, staleTime: 0 };
  const state = () => client.getQueryState<MessageList>(queryKey);
  return { client, answers, options, state, thread: createConversationStore(client) };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('a change during the first load of the messages does not fail the query', async () => {
  const { client, answers, options, state, thread } = listing();
  client.prefetchQuery(options).catch(() => undefined);
  thread.acknowledge('c1', storedMessage('m1'), null);
  await settled();
  expect(state()).toMatchObject({ status: 'pending', error: null });
  expect(answers).toHaveLength(1);
});

test('a response that was read before a change does not undo it', async () => {
  const { client, answers, options, state, thread } = listing();
  client.setQueryData(queryKey, list(storedMessage('m1')));
  const leave = new QueryObserver(client, options).subscribe(() => {});
  thread.acknowledge('c1', storedMessage('m2'), null);
  answers[0]?.(list(storedMessage('m1')));
  await settled();
  expect(state()?.data?.rows.map(({ id }) => id)).toEqual(['m1', 'm2']);
  expect(answers).toHaveLength(2);
  leave();
});

test('an acknowledged message and a reply are added once, however often the events repeat', () => {
  const { client, thread } = listing();
  client.setQueryData(queryKey, list());
  const reply: Message = { ...storedMessage('a1'), role: 'assistant' };
  for (let times = 0; times < 2; times += 1) {
    thread.acknowledge('c1', storedMessage('m1'), null);
    thread.complete('c1', 'm1', reply);
  }
  expect(client.getQueryData<MessageList>(queryKey)?.rows.map(({ id }) => id)).toEqual([
    'm1',
    'a1',
  ]);
});

test.each([
  [6, 2],
  [7, 1],
])(
  'messages of version %i that arrive after the change of version 7 are requested %i times',
  async (version, times) => {
    const { client, answers, options, thread } = listing();
    const leave = new QueryObserver(client, options).subscribe(() => {});
    thread.catchUp('c1', 7);
    answers[0]?.({ ...list(storedMessage('m1')), version });
    await settled();
    expect(answers).toHaveLength(times);
    leave();
  },
);

test('messages that include a change are not requested again when it is reported', async () => {
  const { client, answers, options, thread } = listing();
  client.setQueryData(queryKey, { ...list(storedMessage('m1')), version: 7 });
  const leave = new QueryObserver(client, { ...options, staleTime: Infinity }).subscribe(() => {});
  thread.catchUp('c1', 7);
  expect(answers).toHaveLength(0);
  thread.catchUp('c1', 8);
  expect(answers).toHaveLength(1);
  leave();
});

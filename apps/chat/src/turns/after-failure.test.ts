import { ApiError } from '@homie/api-client';
import { expect, test } from 'vitest';
import type { Send } from '../storage/outbox';
import { afterFailure } from './after-failure';

const send: Send = {
  key: 'k1',
  conversationId: 'c1',
  content: 'Hi',
  files: [],
  replaces: null,
  sentAt: '2026-11-01T09:00:00.000Z',
  state: 'sending',
};
const waited: Send = { ...send, state: 'waiting' };
const wish: Send = { ...send, content: '', answers: { messageId: 'm1', continues: null } };

const noNetwork = new ApiError('network_error', 'Network error', 0);
const inTheWay = new ApiError('turn_running', 'A reply is still being written.', 409);
const noConversation = new ApiError('conversation_not_found', 'Conversation not found', 404);
const refused = new ApiError('rate_limited', 'Please wait a moment.', 429);
const fault = new TypeError('fault');

test.each<[string, unknown, Send | undefined, boolean, object]>([
  ['a message offline waits', noNetwork, send, false, { name: 'wait', send }],
  ['a message that got through nowhere is kept', noNetwork, send, true, { name: 'keep', send }],
  [
    'one that waited waits on behind a reply',
    inTheWay,
    waited,
    true,
    { name: 'wait', send: waited },
  ],
  ['one sent just now waits behind a reply too', inTheWay, send, true, { name: 'wait', send }],
  ['a refused one is kept', refused, send, false, { name: 'keep', send }],
  ['one that failed here is kept', fault, send, true, { name: 'keep', send }],
  [
    'one without a conversation goes',
    noConversation,
    send,
    true,
    { name: 'drop', send, reload: false },
  ],
  ['a wish goes, offline too', noNetwork, wish, false, { name: 'drop', send: wish, reload: true }],
  ['a refused wish goes', refused, wish, true, { name: 'drop', send: wish, reload: true }],
  ['a reply out of reach is lost', noNetwork, undefined, true, { name: 'lost' }],
  ['a refused reply is over', refused, undefined, true, { name: 'over' }],
  ['a reply that failed here is over', fault, undefined, false, { name: 'over' }],
])('%s', (_what, error, unheard, isOnline, expected) => {
  expect(afterFailure(error, unheard, isOnline)).toEqual(expected);
});

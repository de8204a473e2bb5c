import type { Message, TurnSummary } from '@homie/contracts';
import { expect, test } from 'vitest';
import { storedMessage } from './testing/stored-message';
import { withAnswering, withMessage, withReply, withTurn } from './thread-path';

const turn = (status: TurnSummary['status'], replies: string[] = []): TurnSummary => ({
  id: 't1',
  status,
  text: '',
  error_message: null,
  last_seq: 1,
  replies,
});
const ids = (messages: Message[]) => messages.map(({ id }) => id);
const path = [
  storedMessage('u1'),
  storedMessage('a1', { parent_id: 'u1' }),
  storedMessage('u2', { parent_id: 'a1' }),
  storedMessage('a2', { parent_id: 'u2' }),
];

test('appends a message after the last one', () => {
  const next = withMessage(path, storedMessage('u3'), null);
  expect(ids(next)).toEqual(['u1', 'a1', 'u2', 'a2', 'u3']);
  expect(next.at(-1)).toMatchObject({ parent_id: 'a2', alternatives: [] });
  expect(withMessage(next, storedMessage('u3'), null)).toBe(next);
});

test('an edited message replaces the earlier one, which stays an alternative', () => {
  const next = withMessage(path, storedMessage('u3'), 'u2');
  expect(ids(next)).toEqual(['u1', 'a1', 'u3']);
  expect(next.at(-1)).toMatchObject({ parent_id: 'a1', alternatives: ['u2', 'u3'] });
  const again = withMessage(next, storedMessage('u4'), 'u3');
  expect(again.at(-1)).toMatchObject({ parent_id: 'a1', alternatives: ['u2', 'u3', 'u4'] });
});

test('another reply hides the earlier one and everything after it, and both become alternatives', () => {
  const question = withAnswering(path, { messageId: 'u1', continues: null }, turn('running'));
  expect(ids(question)).toEqual(['u1']);
  expect(question[0]?.turn).toMatchObject({ status: 'running', replies: ['a1'] });
  const answered = withReply(question, 'u1', storedMessage('a3'), undefined);
  expect(answered[1]).toMatchObject({ id: 'a3', alternatives: ['a1', 'a3'] });
  expect(answered[0]?.turn).toBeUndefined();
});

test('a continued reply is not an alternative to the new one', () => {
  const stopped = [storedMessage('u1', { turn: turn('stopped') }), storedMessage('a1')];
  const answers = { messageId: 'u1', continues: 't0' };
  const answered = withReply(
    withAnswering(stopped, answers, turn('running')),
    'u1',
    storedMessage('a2'),
    undefined,
  );
  expect(answered).toMatchObject([{ id: 'u1' }, { id: 'a2', alternatives: [] }]);
});

test('a failed new reply retains the earlier ones as alternatives', () => {
  const question = withAnswering(path, { messageId: 'u2', continues: null }, turn('running'));
  expect(withTurn(question, 'u2', turn('failed')).at(-1)?.turn).toMatchObject({
    status: 'failed',
    replies: ['a2'],
  });
});

test('ignores a reply on a branch that is no longer shown', () => {
  expect(withReply(path, 'u1', storedMessage('a9'), undefined)).toEqual(path);
});

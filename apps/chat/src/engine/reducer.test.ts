import { ApiError } from '@homie/api-client';
import { expect, test } from 'vitest';
import readme from './README.md?raw';
import { reduce } from './reducer';
import type { Send } from './send';
import {
  INITIAL_STATE,
  type Effect,
  type EngineEvent,
  type EngineState,
  type Environment,
} from './state';

const NOW = Date.parse('2026-11-24T09:00:00.000Z');
const online: Environment = { now: NOW, isOnline: true };
const offline: Environment = { now: NOW, isOnline: false };
const conversationId = 'c1';

const send: Send = {
  key: 'k1',
  conversationId,
  content: 'Hi',
  files: [],
  replaces: null,
  sentAt: new Date(NOW).toISOString(),
  status: 'submitted',
};
const request: Send = { ...send, content: '', answers: { messageId: 'm1', continues: null } };
const failed = (error: unknown): EngineEvent => ({
  type: 'streamFailed',
  conversationId,
  key: 'k1',
  error,
});
const ended = (status: 'failed' | 'interrupted'): EngineEvent => ({
  type: 'endedWithoutMessage',
  conversationId,
  key: null,
  turn: { status, text: 'Hel', error_message: 'No', last_seq: 2 },
  notice: { title: 'Error', description: 'No' },
});
const network = new ApiError('network_error', 'Network error', 0);
const refused = new ApiError('rate_limited', 'Please wait a moment.', 429);
const running = { userMessageId: 'm1', turn: { id: 't1', text: '' } };

/** The events of the table, by their names there. Those without an environment happen online. */
const EVENTS: Readonly<Record<string, [EngineEvent, Environment?]>> = {
  sent: [{ type: 'sent', send }],
  'sent (offline)': [{ type: 'sent', send }, offline],
  'sent (another)': [{ type: 'sent', send: { ...send, key: 'k2' } }],
  regenerated: [{ type: 'regenerated', send: request, text: '' }],
  'messagesLoaded (running)': [{ type: 'messagesLoaded', conversationId, running }],
  messagesLoaded: [{ type: 'messagesLoaded', conversationId, running: null }],
  networkChanged: [{ type: 'networkChanged' }],
  lockAcquired: [{ type: 'lockAcquired', key: 'k1' }],
  'lockAcquired (another)': [{ type: 'lockAcquired', key: 'k2' }],
  'lockAcquired (offline)': [{ type: 'lockAcquired', key: 'k1' }, offline],
  'overdueChecked (offline)': [
    { type: 'overdueChecked' },
    { now: NOW + 11 * 60_000, isOnline: false },
  ],
  'outboxChanged (without it)': [{ type: 'outboxChanged', sends: [] }],
  withdrawn: [{ type: 'withdrawn', key: 'k1' }],
  acknowledged: [
    {
      type: 'acknowledged',
      conversationId,
      key: 'k1',
      data: { turnId: 't1', userMessageId: 'm1' },
    },
  ],
  textArrived: [{ type: 'textArrived', conversationId, text: 'Hel', isFinal: false }],
  unreachable: [{ type: 'unreachable', conversationId }],
  stopPressed: [{ type: 'stopPressed', conversationId }],
  stopFailed: [{ type: 'stopFailed', conversationId, error: network }],
  retryDue: [{ type: 'retryDue', conversationId }],
  failureSuppressed: [{ type: 'failureSuppressed', conversationId, isSuppressed: true }],
  resumed: [{ type: 'resumed' }],
  completed: [
    {
      type: 'completed',
      conversationId,
      key: null,
      data: { messageId: 'a1', text: 'Hello', openaiMessageId: null },
      lastSeq: 3,
    },
  ],
  'endedWithoutMessage (failed)': [ended('failed')],
  'endedWithoutMessage (interrupted)': [ended('interrupted')],
  'streamFailed (network)': [failed(network)],
  'streamFailed (network, offline)': [failed(network), offline],
  'streamFailed (refused)': [failed(refused)],
  'streamFailed (turn_running)': [failed(new ApiError('turn_running', 'Busy', 409))],
  'streamFailed (conversation_not_found)': [
    failed(new ApiError('conversation_not_found', 'Gone', 404)),
  ],
};

/** The events that lead to a status of the table. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  ready: [],
  queued: ['sent (offline)'],
  submitted: ['sent'],
  regenerating: ['regenerated'],
  streaming: ['sent', 'acknowledged', 'textArrived'],
  disconnected: ['sent', 'acknowledged', 'textArrived', 'streamFailed (network)'],
  failed: ['sent', 'streamFailed (refused)'],
};

function run(state: EngineState, names: readonly string[]) {
  const effects: Effect[] = [];
  for (const name of names) {
    const [event, environment = online] = EVENTS[name] ?? [];
    if (event === undefined) throw new Error(`The table has an unknown event: ${name}`);
    const step = reduce(state, event, environment);
    ({ state } = step);
    effects.push(...step.effects);
  }
  return { state, effects };
}

/** The status of the conversation's message and reply, as the table names it. */
function statusOf({ state, effects }: ReturnType<typeof run>): string {
  const reply = state.replies.get(conversationId);
  if (reply !== undefined) return reply.status;
  if (effects.some(({ type }) => type === 'addReply')) return 'done';
  const end = effects.find((effect) => effect.type === 'endTurn');
  return end?.turn.status ?? state.sends[0]?.status ?? 'ready';
}

/** Splits at the commas that are not in brackets. */
const listOf = (cell: string) => cell.split(/,\s*(?![^(]*\))/).filter((name) => name !== '');

const rows = readme
  .slice(readme.indexOf('| status '))
  .split('\n')
  .slice(2)
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('the table of the README has each status and each event', () => {
  expect(rows.length).toBeGreaterThan(35);
  expect(new Set(rows.map((row) => row[1]))).toEqual(new Set(Object.keys(GIVEN)));
  const events = new Set(rows.flatMap((row) => listOf(row[2] ?? '')));
  expect(events).toEqual(new Set(Object.keys(EVENTS)));
});

test.each(rows)('%s%s · %s → %s', (_, status = '', events = '', next = '', effects = '') => {
  const { state: started } = reduce(INITIAL_STATE, { type: 'started' }, online);
  const { state } = run(started, GIVEN[status] ?? []);
  const result = run(state, listOf(events));
  expect(statusOf(result)).toBe(next);
  expect(result.effects.map(({ type }) => type)).toEqual(listOf(effects));
});

test('an event that changes nothing returns the same state', () => {
  const { state } = run(INITIAL_STATE, ['sent', 'acknowledged', 'textArrived']);
  for (const name of ['textArrived', 'acknowledged', 'withdrawn', 'lockAcquired', 'retryDue'])
    expect(run(state, [name]).state).toBe(state);
});

test('text on the screen never shrinks while a stream is replayed', () => {
  const { state } = run(INITIAL_STATE, GIVEN['streaming'] ?? []);
  const event = { type: 'textArrived', conversationId, text: 'H', isFinal: false } as const;
  expect(reduce(state, event, online).state).toBe(state);
});

test('the set of running conversations is the same until one starts or ends', () => {
  const { state } = run(INITIAL_STATE, ['sent']);
  const { state: next } = run(state, ['acknowledged', 'textArrived']);
  expect(next.running).toBe(state.running);
  expect([...run(next, ['streamFailed (network)']).state.running]).toEqual([]);
});

test.each([
  ['completed', 'completed'],
  ['endedWithoutMessage (failed)', 'failed'],
  ['endedWithoutMessage (interrupted)', 'failed'],
  ['streamFailed (refused)', 'failed'],
  ['streamFailed (turn_running)', undefined],
  ['streamFailed (network)', 'failed'],
])('ACCT-66 after %s the outcome of a sent message is %s, until the next reply', (end, outcome) => {
  const { state } = run(INITIAL_STATE, ['sent', end]);
  expect(state.outcomes.get(conversationId)).toBe(outcome);
  expect(run(state, ['regenerated']).state.outcomes.size).toBe(0);
});

test('ACCT-66 a reply whose connection is lost has no outcome', () => {
  expect(run(INITIAL_STATE, GIVEN['disconnected'] ?? []).state.outcomes.size).toBe(0);
});

test('closing ends replies and claims, and retains the outbox', () => {
  const { state } = run(INITIAL_STATE, ['sent', 'sent (another)']);
  expect(reduce(state, { type: 'closed' }, online).state).toEqual({
    ...INITIAL_STATE,
    sends: state.sends,
  });
});

test('PROV-09 a reply has the progress that the server reports, and shorter text if it replaces the text', () => {
  const data = { turnId: 't1', userMessageId: 'm1' };
  const acknowledged = { type: 'acknowledged', conversationId, key: null } as const;
  const arrived = { type: 'textArrived', conversationId, isFinal: false } as const;
  const events: EngineEvent[] = [
    { type: 'messagesLoaded', conversationId, running },
    { ...acknowledged, data },
    { ...acknowledged, data: { ...data, progress: 'The model is still starting...' } },
    { ...arrived, text: 'She asks.' },
    { ...arrived, text: 'On', replaces: true },
    { ...arrived, text: 'O' },
  ];
  const states = [INITIAL_STATE];
  for (const event of events)
    states.push(reduce(states.at(-1) ?? INITIAL_STATE, event, online).state);
  const replies = states.map(({ replies: all }) => all.get(conversationId));
  expect(replies.map((reply) => reply?.progress)).toEqual([
    undefined,
    null,
    null,
    ...Array.from({ length: 4 }, () => 'The model is still starting...'),
  ]);
  expect(replies.slice(-3).map((reply) => reply?.text)).toEqual(['She asks.', 'On', 'On']);
});

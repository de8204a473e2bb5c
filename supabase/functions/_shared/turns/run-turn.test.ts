import { setImmediate as nextTask } from 'node:timers/promises';
import type { SequencedStreamEvent } from '@homie/contracts';
import { expect, test } from 'vitest';
import type { AiProvider } from '../ai/provider.ts';
import { turnRequest } from '../ai/testing/turn-request.ts';
import { TEXT_ONLY } from '../ai/text-only.ts';
import { readTurnEvents } from './read-turn-events.ts';
import { runTurn } from './run-turn.ts';
import { MemoryTurns } from './testing/memory-turns.ts';
import { TurnJournal } from './turn-journal.ts';
import type { TurnAppend, TurnStore } from './turn-store.ts';
import { TurnSignals } from './turn-signals.ts';
import { TURN_TIMING } from './turn-timing.ts';

const turnId = 't';

const provider: AiProvider = {
  kind: 'two-words',
  capabilities: TEXT_ONLY,
  async *stream() {
    yield { type: 'delta', text: 'Good ' };
    yield { type: 'delta', text: 'night' };
    yield { type: 'done', usage: null };
  },
};

test('the last delta is marked, and sent to the reader before the end of the turn is stored', async () => {
  const turns = new MemoryTurns();
  turns.begin(turnId);
  const signals = new TurnSignals();
  const sent: SequencedStreamEvent[] = [];
  let sentBeforeEnd: SequencedStreamEvent[] = [];
  const store: Pick<TurnStore, 'finish' | 'fold'> = {
    async finish() {
      sentBeforeEnd = [...sent];
      return turns.end(turnId);
    },
    fold: async () => undefined,
  };

  const run = runTurn({
    turnId,
    userMessageId: 'm',
    buildRequest: async () => turnRequest({ turnId }),
    copies: undefined,
    provider,
    store,
    journal: new TurnJournal(turns, TURN_TIMING),
    signals,
    timing: TURN_TIMING,
    shutdown: new AbortController().signal,
    onError: (error) => expect.fail(String(error)),
  });
  const { signal } = new AbortController();
  const reading = { turnId, after: 1, store: turns, signals, signal, timing: TURN_TIMING };
  for await (const event of readTurnEvents(reading)) {
    // A socket is written to in a separate task.
    await nextTask();
    sent.push(event);
  }
  await run;
  const words = sentBeforeEnd.map(({ data }) => ('text' in data ? data.text : '')).join('');
  expect(words).toBe('Good night');
  expect(sentBeforeEnd.at(-1)).toMatchObject({ event: 'delta', data: { last: true } });
});

test('USAGE-16 the length of what was sent is stored, also if the reply is stopped before its first word', async () => {
  const turns = new MemoryTurns();
  turns.begin(turnId);
  const signals = new TurnSignals();
  const appended: TurnAppend[] = [];
  const request = turnRequest({ turnId });
  await runTurn({
    turnId,
    userMessageId: 'm',
    buildRequest: async () => request,
    copies: undefined,
    provider: {
      ...provider,
      async *stream() {
        signals.stop(turnId);
        yield { type: 'done', usage: null };
      },
    },
    store: { finish: async () => turns.end(turnId), fold: async () => undefined },
    journal: new TurnJournal(
      {
        append(appends) {
          appended.push(...appends);
          return turns.append(appends);
        },
      },
      TURN_TIMING,
    ),
    signals,
    timing: TURN_TIMING,
    shutdown: new AbortController().signal,
    onError: (error) => expect.fail(String(error)),
  });
  expect(appended).toEqual([
    { turnId, events: [], requestCharacters: JSON.stringify(request).length },
  ]);
});

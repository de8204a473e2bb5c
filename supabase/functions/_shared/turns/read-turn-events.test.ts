import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { SequencedStreamEvent } from '@homie/contracts';
import { readTurnEvents } from './read-turn-events.ts';
import { MemoryTurns, type Mishap } from './testing/memory-turns.ts';
import { TurnJournal } from './turn-journal.ts';
import { TurnSignals } from './turn-signals.ts';
import { TURN_TIMING } from './turn-timing.ts';
import { TurnWriter } from './turn-writer.ts';

type Message = readonly SequencedStreamEvent[] | 'ended';
type Fate = 'pass' | 'lose' | 'twice' | 'later';

/** Signals that are lost, duplicated, or delivered after the next one. */
class UnreliableSignals extends TurnSignals {
  readonly #nextFate: () => Fate;

  constructor(nextFate: () => Fate) {
    super();
    this.#nextFate = nextFate;
  }

  override listen(turnId: string, listener: (message: Message) => void) {
    const delayed: Message[] = [];
    return super.listen(turnId, (message) => {
      const fate = this.#nextFate();
      if (fate === 'later') delayed.push(message);
      if (fate === 'pass' || fate === 'twice') listener(message);
      if (fate === 'twice') listener(message);
      if (fate !== 'later') for (const late of delayed.splice(0)) listener(late);
    });
  }
}

/** Returns a function that cycles through the given values. */
function circle<Value>(values: readonly Value[], otherwise: Value): () => Value {
  let index = 0;
  return () => values[index++ % values.length] ?? otherwise;
}

const turnId = 't';
const action = fc.oneof(
  fc.record({ write: fc.constantFrom('a', 'bc', 'def') }),
  fc.record({ wait: fc.integer({ min: 0, max: 400 }) }),
  // A reader that has already seen this share of the events.
  fc.record({ join: fc.double({ min: 0, max: 1, noNaN: true }) }),
);
const fates = fc.array(fc.constantFrom<Fate>('pass', 'lose', 'twice', 'later'), { maxLength: 9 });
const mishaps = fc.array(fc.constantFrom<Mishap>('none', 'none', 'refuse', 'lose', 'locked'), {
  maxLength: 9,
});

test('every reader receives each event once and in order, with any failures of signals and appends, from any position', async () => {
  vi.useFakeTimers();
  const run = fc.asyncProperty(
    fc.array(action, { maxLength: 40 }),
    fates,
    mishaps,
    async (actions, fate, mishap) => {
      const turns = new MemoryTurns();
      turns.begin(turnId);
      turns.mishap = circle<Mishap>([...mishap, 'none'], 'none');
      const signals = new UnreliableSignals(circle<Fate>(fate, 'pass'));
      const lose = vi.fn<() => void>();
      signals.begin(turnId, () => undefined);
      const writer = new TurnWriter({
        turnId,
        storedSeq: 1,
        journal: new TurnJournal(turns, TURN_TIMING),
        signals,
        timing: TURN_TIMING,
        onStopRequested: () => undefined,
        onLost: lose,
      });
      const readers: { after: number; reading: Promise<number[]> }[] = [];
      const join = (share: number) => {
        const after = Math.floor(share * turns.events(turnId).length);
        readers.push({ after, reading: read(turns, signals, after) });
      };

      let written = '';
      join(0);
      for (const step of actions) {
        if ('write' in step) {
          written += step.write;
          writer.write({ event: 'delta', data: { text: step.write } });
        } else if ('wait' in step) await vi.advanceTimersByTimeAsync(step.wait);
        else join(step.join);
      }
      const drained = writer.drain();
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await drained).toBe(true);
      expect(lose).not.toHaveBeenCalled();
      const closing = turns.end(turnId);
      signals.publish(turnId, [closing]);
      writer.close();
      signals.end(turnId);
      join(1);
      await vi.advanceTimersByTimeAsync(10_000);

      expect(closing).toMatchObject({ data: { text: written } });
      const last = turns.events(turnId).length;
      for (const { after, reading } of readers) {
        const rest = Array.from({ length: last - after }, (_, index) => after + 1 + index);
        expect(await reading).toEqual(rest);
      }
    },
  );
  await fc.assert(run, { numRuns: 500 });
  vi.useRealTimers();
});

async function read(turns: MemoryTurns, signals: TurnSignals, after: number): Promise<number[]> {
  const { signal } = new AbortController();
  const lastSeq: number[] = [];
  for await (const { seq } of readTurnEvents({
    turnId,
    after,
    store: turns,
    signals,
    signal,
    timing: TURN_TIMING,
  })) {
    lastSeq.push(seq);
  }
  return lastSeq;
}

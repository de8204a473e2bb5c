import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryTurns } from './testing/memory-turns.ts';
import { TurnJournal } from './turn-journal.ts';

const TIMING = { flushMs: 20, retryForMs: 30_000, staleAfterMs: 10_000 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start(...turnIds: string[]) {
  const turns = new MemoryTurns();
  for (const turnId of turnIds) turns.begin(turnId);
  const journal = new TurnJournal(turns, TIMING);
  const append = (turnId: string, text = 'x') =>
    journal.append(() => ({ turnId, events: [{ event: 'delta', data: { text }, seq: 2 }] }));
  return { turns, journal, append };
}
const running = { status: 'running', stopRequested: false };

test('stores the events of several turns in one commit, and delays the next commit by the interval', async () => {
  const { turns, append } = start('one', 'two', 'three');
  const both = Promise.all([append('one'), append('two')]);
  await vi.advanceTimersByTimeAsync(2);
  expect(await both).toEqual([running, running]);
  expect(turns.appends).toEqual([2]);

  void append('three');
  await vi.advanceTimersByTimeAsync(16);
  expect(turns.appends).toEqual([2]);
  await vi.advanceTimersByTimeAsync(4);
  expect(turns.appends).toEqual([2, 1]);
});

test('collects the events of a turn when its commit starts, not when append() is called', async () => {
  const { turns, journal, append } = start('one', 'two');
  void append('one');
  await vi.advanceTimersByTimeAsync(0);
  let text = 'early';
  void journal.append(() => ({
    turnId: 'two',
    events: [{ event: 'delta', data: { text }, seq: 2 }],
  }));
  text = 'late';
  await vi.advanceTimersByTimeAsync(30);
  expect(turns.events('two').at(-1)).toMatchObject({ data: { text: 'late' } });
});

test.each(['refuse', 'lose'] as const)(
  'during an outage (%s), old and new turns wait, and each is stored once after the recovery',
  async (mishap) => {
    const { turns, append } = start('one', 'two');
    turns.mishap = () => mishap;
    const first = append('one');
    await vi.advanceTimersByTimeAsync(1_000);
    const second = append('two');
    await vi.advanceTimersByTimeAsync(1_000);
    turns.mishap = () => 'none';
    await vi.advanceTimersByTimeAsync(2_100);
    expect([await first, await second]).toEqual([running, running]);
    expect([turns.events('one').length, turns.events('two').length]).toEqual([2, 2]);
  },
);

test('gives up after the retry time', async () => {
  const { turns, append } = start('one');
  turns.mishap = () => 'refuse';
  const appending = append('one').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await appending).toMatchObject({ code: 'unavailable' });
});

test('retries a commit that times out', async () => {
  const { turns, append } = start('one');
  const silent = vi.spyOn(turns, 'append').mockReturnValueOnce(new Promise(() => undefined));
  const appending = append('one');
  await vi.advanceTimersByTimeAsync(10_200);
  expect(await appending).toEqual(running);
  expect(silent).toHaveBeenCalledTimes(2);
});

test('a turn that the database rejects does not delay others', async () => {
  const { turns, append } = start('good', 'bad');
  turns.mishap = (turnIds) => (turnIds.includes('bad') ? 'broken' : 'none');
  const good = append('good');
  const bad = append('bad').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(5);
  expect(await good).toEqual(running);
  // The rejected one is retried separately, in parallel with the commits of the others.
  const next = append('good');
  await vi.advanceTimersByTimeAsync(30);
  expect(await next).toEqual(running);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await bad).toMatchObject({ code: 'internal' });
});

test('a turn with a locked row is stored with a later commit', async () => {
  const { turns, append } = start('one');
  turns.mishap = () => 'locked';
  const appending = append('one');
  await vi.advanceTimersByTimeAsync(100);
  turns.mishap = () => 'none';
  await vi.advanceTimersByTimeAsync(30);
  expect(await appending).toEqual(running);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChangeSignals, type ChangeReader, type ReadVersions } from './change-signals.ts';

const TIMING = { pollMs: 1_000, notifiedPollMs: 5_000, streamsPerPerson: 2 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Counts how often a reader is woken. */
function watch(reader: ChangeReader) {
  const watched = { wakings: 0 };
  const wait = async () => {
    while (!reader.closed) {
      await reader.wait();
      watched.wakings += 1;
    }
  };
  void wait();
  return watched;
}

function signalsWith(readVersions: ReadVersions) {
  const signals = new ChangeSignals(readVersions, TIMING);
  const open = (userId: string, version: number) => {
    const reader = signals.open(userId);
    reader.version = version;
    return reader;
  };
  return { signals, open };
}

test('polls once for all readers and wakes those that are behind', async () => {
  const readVersions = vi.fn<ReadVersions>(async () => ({ ann: 3, ben: 5 }));
  const { open } = signalsWith(readVersions);
  const behind = watch(open('ann', 2));
  const present = watch(open('ann', 3));
  const other = watch(open('ben', 5));
  const newcomer = watch(open('cleo', 0));

  await vi.advanceTimersByTimeAsync(1_000);
  expect(readVersions.mock.calls).toEqual([[['ann', 'ben', 'cleo']]]);
  expect([behind, present, other, newcomer].map(({ wakings }) => wakings)).toEqual([1, 0, 0, 0]);
});

test('wakes the readers of a person at once after a change in this process', async () => {
  const { signals, open } = signalsWith(async () => ({}));
  const mine = watch(open('ann', 0));
  const other = watch(open('ben', 0));
  signals.touch('ann');
  await vi.advanceTimersByTimeAsync(0);
  expect([mine.wakings, other.wakings]).toEqual([1, 0]);
});

test('polls again after a failed query', async () => {
  const readVersions = vi
    .fn<ReadVersions>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue({ ann: 1 });
  const { open } = signalsWith(readVersions);
  const reader = watch(open('ann', 0));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reader.wakings).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reader.wakings).toBe(1);
});

test('does not poll without readers', async () => {
  const readVersions = vi.fn<ReadVersions>(async () => ({}));
  const { open } = signalsWith(readVersions);
  open('ann', 0).close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(readVersions).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('closes a person’s oldest reader when a new one exceeds the limit', () => {
  const { open } = signalsWith(async () => ({}));
  const [first, second, other] = [open('ann', 0), open('ann', 0), open('ben', 0)];
  const third = open('ann', 0);
  expect([first, second, third, other].map((reader) => reader?.closed)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('polls less often with notifications, and at once after touch()', async () => {
  const readVersions = vi.fn<ReadVersions>(async () => ({}));
  const signals = new ChangeSignals(readVersions, TIMING, () => true);
  const [mine, other] = [watch(signals.open('ann')), watch(signals.open('ben'))];
  await vi.advanceTimersByTimeAsync(4_999);
  expect(readVersions).not.toHaveBeenCalled();
  signals.touch();
  await vi.advanceTimersByTimeAsync(1);
  expect(readVersions).toHaveBeenCalledOnce();
  expect([mine.wakings, other.wakings].every((wakings) => wakings > 0)).toBe(true);
});

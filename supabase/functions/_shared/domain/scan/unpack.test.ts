import { deflateSync, zlibSync } from 'fflate';
import { afterEach, expect, test, vi } from 'vitest';
import { Pauses } from './pause.ts';
import { Refused } from './refused.ts';
import { encodeUtf8 } from './testing/office-files.ts';
import { concatBytes } from './testing/pdf-files.ts';
import { inflate, UnpackBudget, unpackEntry } from './unpack.ts';

const MEGABYTE = 1024 * 1024;

afterEach(() => void vi.useRealTimers());

async function all(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const texts: string[] = [];
  for await (const piece of pieces) texts.push(new TextDecoder().decode(piece));
  return texts.join('');
}

test('a file unpacks to at most 200 times its length, or 10 MB', () => {
  const small = new UnpackBudget(1);
  expect(() => small.spend(10 * MEGABYTE)).not.toThrow();
  expect(() => small.spend(1)).toThrow(new Refused('tooMuch'));
  const larger = new UnpackBudget(100_000);
  expect(() => larger.spend(20_000_000)).not.toThrow();
  expect(() => larger.spend(1)).toThrow(new Refused('tooMuch'));
});

test('a file unpacks to at most 250 MB', () => {
  const budget = new UnpackBudget(25 * MEGABYTE);
  expect(() => budget.spend(250 * MEGABYTE)).not.toThrow();
  expect(() => budget.spend(1)).toThrow(new Refused('tooMuch'));
});

test('a file has at most 10,000 packed streams', () => {
  const budget = new UnpackBudget(1);
  for (let count = 0; count < 10_000; count += 1) budget.begin();
  expect(() => budget.begin()).toThrow(new Refused('tooMuch'));
});

test.each(['raw', 'zlib'] as const)('a %s stream is unpacked up to its own end', async (frame) => {
  const text = Array.from({ length: 3_000 }, (_, index) => `line ${index * 7919}`).join('\n');
  const data = frame === 'raw' ? deflateSync(encodeUtf8(text)) : zlibSync(encodeUtf8(text));
  expect(data.length).toBeGreaterThan(4_096);
  expect(await all(inflate(data, frame, new UnpackBudget(data.length)))).toBe(text);
  const followed = concatBytes([data, new Uint8Array(10_000).fill(0xff)]);
  expect(await all(inflate(followed, frame, new UnpackBudget(1)))).toBe(text);
  await expect(all(inflate(data.slice(0, 4_096), frame, new UnpackBudget(1)))).rejects.toThrow(
    new Refused('damaged'),
  );
});

test('invalid data is reported as damage', async () => {
  const data = new Uint8Array(10).fill(0xff);
  await expect(all(inflate(data, 'raw', new UnpackBudget(1)))).rejects.toThrow(
    new Refused('damaged'),
  );
});

test('an entry must have the length that its archive specifies, and counts as unpacked', async () => {
  const data = encodeUtf8('abc');
  const stored = { name: 'a', method: 'stored', data, size: 3 } as const;
  const packed = { ...stored, method: 'deflated', data: deflateSync(data) } as const;
  for (const entry of [stored, packed]) {
    const budget = new UnpackBudget(1);
    expect(await all(unpackEntry(entry, budget))).toBe('abc');
    budget.spend(10 * MEGABYTE - 3);
    await expect(all(unpackEntry(entry, budget))).rejects.toThrow(new Refused('tooMuch'));
    const other = unpackEntry({ ...entry, size: 4 }, new UnpackBudget(1));
    await expect(all(other)).rejects.toThrow(new Refused('damaged'));
  }
});

test('yields to other work after every 256 KB', async () => {
  vi.useFakeTimers();
  const pauses = new Pauses();
  await pauses.after(256 * 1024 - 1);
  expect(vi.getTimerCount()).toBe(0);
  const pause = pauses.after(1);
  expect(vi.getTimerCount()).toBe(1);
  await vi.runAllTimersAsync();
  await pause;
  await pauses.after(256 * 1024 - 1);
  expect(vi.getTimerCount()).toBe(0);
});

// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pause } from './pause';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function begin(milliseconds: number) {
  const ended = vi.fn<() => void>();
  void pause(milliseconds, new AbortController().signal).then(ended);
  return ended;
}

test('a pause ends after its duration', async () => {
  const ended = begin(1_000);
  await vi.advanceTimersByTimeAsync(999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
});

test('a restored network ends a pause at once, even one that started before the loss', async () => {
  const ended = begin(4_000);
  globalThis.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledOnce();
});

test('while the browser is offline, a pause waits for the network, for at most a minute', async () => {
  vi.spyOn(globalThis.navigator, 'onLine', 'get').mockReturnValue(false);
  const ended = begin(200);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
});

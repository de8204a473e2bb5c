// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pacedFrames } from './paced-frames';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['performance', 'requestAnimationFrame', 'setTimeout', 'Date'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

test('first words are drawn at once, later ones 25 times a second at most', async () => {
  const nextFrame = pacedFrames();
  let drawn = 0;
  const write = () =>
    nextFrame(() => {
      drawn += 1;
      queueMicrotask(write);
    });
  write();
  expect(drawn).toBe(1);
  await Promise.resolve();
  await vi.advanceTimersByTimeAsync(1000);
  expect(drawn).toBeGreaterThan(15);
  expect(drawn).toBeLessThanOrEqual(26);
});

test('words after a silence wait for nothing', () => {
  const nextFrame = pacedFrames();
  const callback = vi.fn<() => void>();
  nextFrame(() => undefined);
  vi.advanceTimersByTime(5000);
  nextFrame(callback);
  expect(callback).toHaveBeenCalledOnce();
});

test('a key that was pressed just now has the next frame to itself', () => {
  const nextFrame = pacedFrames();
  const words = vi.fn<() => void>();
  nextFrame(() => undefined);
  nextFrame(words);
  vi.advanceTimersByTime(40);
  dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  vi.advanceTimersToNextFrame();
  expect(words).not.toHaveBeenCalled();
  vi.advanceTimersToNextFrame();
  expect(words).toHaveBeenCalledOnce();
});

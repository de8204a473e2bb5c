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

test('first words are drawn with the next frame, later ones 25 times a second at most', () => {
  const nextFrame = pacedFrames();
  let drawn = 0;
  const write = () =>
    nextFrame(() => {
      drawn += 1;
      write();
    });
  write();
  vi.advanceTimersToNextFrame();
  expect(drawn).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(drawn).toBeGreaterThan(15);
  expect(drawn).toBeLessThanOrEqual(26);
});

test('words after a silence wait for nothing but the next frame', () => {
  const nextFrame = pacedFrames();
  const callback = vi.fn<() => void>();
  nextFrame(() => undefined);
  vi.advanceTimersByTime(5000);
  nextFrame(callback);
  vi.advanceTimersToNextFrame();
  expect(callback).toHaveBeenCalledOnce();
});

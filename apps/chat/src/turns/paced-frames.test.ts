// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pacedFrames } from './paced-frames';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: [
      'performance',
      'requestAnimationFrame',
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'Date',
    ],
  });
});
afterEach(() => {
  vi.restoreAllMocks();
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

test('on a slow page words are drawn less often, so that they leave it time', () => {
  const now = performance.now.bind(performance);
  let spent = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + spent);
  const nextFrame = pacedFrames();
  let drawn = 0;
  let isAsked = false;
  const writing = setInterval(() => {
    if (isAsked) return;
    isAsked = true;
    nextFrame(() => {
      isAsked = false;
      drawn += 1;
      spent += 50;
    });
  }, 10);
  vi.advanceTimersByTime(2000);
  clearInterval(writing);
  expect(spent).toBeLessThan(((2000 + spent) * 2) / 3);
  expect(drawn).toBeGreaterThan(10);
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

test('while somebody types, words come right behind the paint of each key, and without one soon after', () => {
  const nextFrame = pacedFrames();
  const frame = () => vi.advanceTimersToNextFrame();
  const press = () => dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  const words = vi.fn<() => void>();
  nextFrame(() => undefined);
  press();
  nextFrame(words);
  vi.advanceTimersByTime(60);
  expect(words).toHaveBeenCalledTimes(1);

  nextFrame(words);
  vi.advanceTimersByTime(60);
  expect(words).toHaveBeenCalledTimes(1);
  press();
  frame();
  expect(words).toHaveBeenCalledTimes(1);
  frame();
  expect(words).toHaveBeenCalledTimes(2);

  nextFrame(words);
  vi.advanceTimersByTime(100);
  expect(words).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(50);
  expect(words).toHaveBeenCalledTimes(3);
});

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
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('renders the first text at once, then at most 25 times a second', async () => {
  const nextFrame = pacedFrames();
  let rendered = 0;
  const write = () =>
    nextFrame(() => {
      rendered += 1;
      queueMicrotask(write);
    });
  write();
  expect(rendered).toBe(1);
  await Promise.resolve();
  await vi.advanceTimersByTimeAsync(1000);
  expect(rendered).toBeGreaterThan(15);
  expect(rendered).toBeLessThanOrEqual(26);
});

test('renders less often on a page that drops frames, but at least twice a second', () => {
  const started = performance.now();
  let busyUntil = 0;
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) =>
    setTimeout(
      () => callback(performance.now()),
      Math.max(1000 / 60, busyUntil - performance.now()),
    ),
  );
  const nextFrame = pacedFrames();
  let rendered = 0;
  let isAsked = false;
  const writing = setInterval(() => {
    if (isAsked) return;
    isAsked = true;
    nextFrame(() => {
      isAsked = false;
      rendered += 1;
      busyUntil = performance.now() + 50;
    });
  }, 10);
  vi.advanceTimersByTime(10_000);
  clearInterval(writing);
  const seconds = (performance.now() - started) / 1000;
  expect(rendered).toBeLessThan(seconds * 5);
  expect(rendered).toBeGreaterThan(seconds * 2);
});

test('renders text after a pause without delay', () => {
  const nextFrame = pacedFrames();
  const callback = vi.fn<() => void>();
  nextFrame(() => undefined);
  vi.advanceTimersByTime(5000);
  nextFrame(callback);
  expect(callback).toHaveBeenCalledOnce();
});

test('paints a recent keystroke before rendering text', () => {
  const nextFrame = pacedFrames();
  const words = vi.fn<() => void>();
  nextFrame(() => undefined);
  nextFrame(words);
  vi.advanceTimersByTime(40);
  dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  vi.advanceTimersToNextFrame();
  expect(words).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(words).toHaveBeenCalledOnce();
});

test('while the user types, renders text right after the paint of each keystroke, and soon after if there is none', () => {
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
  vi.advanceTimersByTime(1);
  expect(words).toHaveBeenCalledTimes(2);

  nextFrame(words);
  vi.advanceTimersByTime(100);
  expect(words).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(50);
  expect(words).toHaveBeenCalledTimes(3);
});

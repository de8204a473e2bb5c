import { expect, test, vi } from 'vitest';
import { holdBusy, isBusy, subscribeBusy } from './busy';

test('the page is busy until all holds are released, and subscribers are notified', () => {
  const listener = vi.fn<() => void>();
  const stop = subscribeBusy(listener);
  expect(isBusy()).toBe(false);
  const [draftSent, replyEnded] = [holdBusy(), holdBusy()];
  draftSent();
  draftSent();
  expect(isBusy()).toBe(true);
  replyEnded();
  expect(isBusy()).toBe(false);
  expect(listener).toHaveBeenCalled();
  stop();
  listener.mockClear();
  holdBusy()();
  expect(listener).not.toHaveBeenCalled();
});

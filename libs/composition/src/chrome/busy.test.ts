import { expect, test, vi } from 'vitest';
import { holdBusy, isBusy, subscribeBusy } from './busy';

test('the page is busy until all holds are released, and subscribers are notified', () => {
  const told = vi.fn<() => void>();
  const stop = subscribeBusy(told);
  expect(isBusy()).toBe(false);
  const [draftSent, replyEnded] = [holdBusy(), holdBusy()];
  draftSent();
  draftSent();
  expect(isBusy()).toBe(true);
  replyEnded();
  expect(isBusy()).toBe(false);
  expect(told).toHaveBeenCalled();
  stop();
  told.mockClear();
  holdBusy()();
  expect(told).not.toHaveBeenCalled();
});

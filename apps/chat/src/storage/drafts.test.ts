// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { createDrafts } from './drafts';

beforeEach(() => localStorage.clear());

test('a draft is kept per conversation and per person, also for the next page load', () => {
  createDrafts('ada').write('c1', 'Half a thought');

  const afterReload = createDrafts('ada');
  expect(afterReload.read('c1')).toBe('Half a thought');
  expect(afterReload.read('c2')).toBe('');
  expect(createDrafts('grace').read('c1')).toBe('');
});

test('an emptied draft leaves nothing behind', () => {
  const drafts = createDrafts('ada');
  drafts.write('c1', 'x');
  drafts.write('c1', '');
  expect(localStorage).toHaveLength(0);
});

test('a browser that keeps nothing still keeps the draft on the page', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const drafts = createDrafts('ada');
  drafts.write('c1', 'Still here');
  expect(drafts.read('c1')).toBe('Still here');
  vi.restoreAllMocks();
});

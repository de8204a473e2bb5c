// @vitest-environment jsdom
import { personalKey } from '@homie/auth';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDrafts } from './drafts';
import { storedFile } from './testing/stored-file';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const [lease, rota] = [storedFile('lease.txt'), storedFile('rota.txt')];

/** Simulates a change in another tab. */
function elsewhere(name: string, newValue: string | null) {
  const key = personalKey('ada', name);
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  globalThis.dispatchEvent(new StorageEvent('storage', { key, newValue }));
}

test('text and files are stored per conversation and user, and survive a reload', () => {
  const drafts = createDrafts('ada');
  drafts.write('c1', 'Half a thought');
  drafts.attach('c1', lease);

  const afterReload = createDrafts('ada');
  expect(afterReload.read('c1')).toBe('Half a thought');
  expect(afterReload.files('c1')).toEqual([lease]);
  expect(afterReload.read('c2')).toBe('');
  expect(afterReload.files('c2')).toEqual([]);
  expect(createDrafts('grace').read('c1')).toBe('');
  expect(createDrafts('grace').files('c1')).toEqual([]);
});

test('an emptied draft leaves no storage entry', () => {
  const drafts = createDrafts('ada');
  drafts.write('c1', 'x');
  drafts.attach('c1', lease);
  drafts.write('c1', '');
  drafts.detach('c1', lease.supabasePath);
  expect(localStorage).toHaveLength(0);
});

test('the draft stays in memory if the browser cannot store it', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const drafts = createDrafts('ada');
  drafts.write('c1', 'Still here');
  drafts.attach('c1', lease);
  expect(drafts.read('c1')).toBe('Still here');
  expect(drafts.files('c1')).toEqual([lease]);
});

test('restoreToDraft puts unsent text before the current draft, and adds each file once', () => {
  const drafts = createDrafts('ada');
  drafts.write('c1', 'And then?');
  drafts.attach('c1', rota);
  drafts.restoreToDraft('c1', { content: 'First', files: [lease, rota] });
  expect(drafts.read('c1')).toBe('First\n\nAnd then?');
  expect(drafts.files('c1')).toEqual([lease, rota]);
  drafts.clear('c1');
  drafts.restoreToDraft('c1', { content: '', files: [lease] });
  expect(drafts.read('c1')).toBe('');
});

test('lists the conversations with a draft, also after a reload, until it is cleared', () => {
  createDrafts('ada').write('c1', 'x');
  createDrafts('ada').attach('c2', lease);
  const drafts = createDrafts('ada');
  expect([...drafts.conversations()].sort()).toEqual(['c1', 'c2']);
  const before = drafts.conversations();
  drafts.write('c1', 'xy');
  expect(drafts.conversations()).toBe(before);
  drafts.clear('c1');
  expect([...drafts.conversations()]).toEqual(['c2']);
});

test('a draft that another tab changes is updated here', () => {
  const drafts = createDrafts('ada');
  const listener = vi.fn<() => void>();
  const stop = drafts.subscribe(listener);
  drafts.write('c1', 'Half');
  vi.advanceTimersByTime(2_000);
  elsewhere('draft.c1', 'Half a thought');
  elsewhere('files.c1', JSON.stringify([lease]));
  expect(drafts.read('c1')).toBe('Half a thought');
  expect(drafts.files('c1')).toEqual([lease]);
  expect(listener).toHaveBeenCalledTimes(3);
  elsewhere('draft.c1', null);
  elsewhere('files.c1', null);
  expect(drafts.read('c1')).toBe('');
  expect([...drafts.conversations()]).toEqual([]);
  stop();
  elsewhere('draft.c1', 'Later');
  expect(drafts.read('c1')).toBe('');
});

test('another tab does not overwrite a draft that the user is typing here', () => {
  const drafts = createDrafts('ada');
  drafts.subscribe(() => undefined);
  drafts.write('c1', 'Mine');
  vi.advanceTimersByTime(1_999);
  elsewhere('draft.c1', 'Theirs');
  expect(drafts.read('c1')).toBe('Mine');
});

test('invalid stored files are dropped', () => {
  localStorage.setItem(personalKey('ada', 'files.c1'), '[{"name":1}, nonsense');
  localStorage.setItem(personalKey('ada', 'files.c2'), JSON.stringify([{ name: 1 }, lease]));
  expect(createDrafts('ada').files('c1')).toEqual([]);
  expect(createDrafts('ada').files('c2')).toEqual([lease]);
});

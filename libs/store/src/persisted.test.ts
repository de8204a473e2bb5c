// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { jsonSchema, persisted, persistedMap, textSchema } from './store.ts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

const numbers = jsonSchema<readonly number[]>(
  (json) => (Array.isArray(json) ? json.filter((each) => typeof each === 'number') : []),
  ({ length }) => length === 0,
);

/** Changes an entry as another tab does; dispatches the event unless `arrives` is false. */
function changeElsewhere(key: string, text: string | null, arrives = true) {
  if (text === null) localStorage.removeItem(key);
  else localStorage.setItem(key, text);
  if (arrives) globalThis.dispatchEvent(new StorageEvent('storage', { key, newValue: text }));
}

/** Simulates a full or blocked storage until the returned function is called. */
function blockStorage() {
  const spy = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  return () => spy.mockRestore();
}

test('a value is stored and read by the next page', () => {
  expect(persisted('numbers', numbers).setState([1, 2])).toBe(true);
  expect(persisted('numbers', numbers).getState()).toEqual([1, 2]);
});

test('an empty value removes the entry', () => {
  const store = persisted('text', textSchema);
  store.setState('x');
  store.setState('');
  expect(localStorage).toHaveLength(0);
});

test.each(['{', '"text"', '{"length":1}'])('an invalid entry counts as empty: %s', (text) => {
  localStorage.setItem('numbers', text);
  expect(persisted('numbers', numbers).getState()).toEqual([]);
});

test('with crossTab it follows other tabs while it has subscribers, including earlier changes', () => {
  const store = persisted('text', textSchema, { crossTab: true });
  changeElsewhere('text', 'before');
  expect(store.getState()).toBe('');
  const listener = vi.fn<() => void>();
  const [first, second] = [store.subscribe(listener), store.subscribe(() => undefined)];
  expect(store.getState()).toBe('before');
  changeElsewhere('text', 'after');
  changeElsewhere('other', 'entry');
  expect(listener).toHaveBeenCalledOnce();
  first();
  first();
  changeElsewhere('text', 'later');
  expect(store.getState()).toBe('later');
  second();
  changeElsewhere('text', null);
  expect(store.getState()).toBe('later');
});

test('without crossTab it keeps its own value', () => {
  const store = persisted('text', textSchema);
  store.subscribe(() => undefined);
  changeElsewhere('text', 'theirs');
  expect(store.getState()).toBe('');
});

test('refresh returns a change of another tab whose event has not arrived, and the same object without one', () => {
  const store = persisted('numbers', numbers);
  store.setState([1]);
  const before = store.getState();
  expect(store.refresh()).toBe(before);
  changeElsewhere('numbers', '[1,2]', false);
  expect(store.refresh()).toEqual([1, 2]);
});

test('a full storage is reported; the value stays in memory until one can be stored', () => {
  const store = persisted('text', textSchema, { crossTab: true });
  store.setState('old');
  const unblock = blockStorage();
  expect(store.setState('new')).toBe(false);
  store.subscribe(() => undefined);
  expect(store.refresh()).toBe('new');
  unblock();
  expect(store.setState('newer')).toBe(true);
  changeElsewhere('text', 'theirs');
  expect(store.getState()).toBe('theirs');
});

test('a map has one entry per id and contains only ids with a value', () => {
  localStorage.setItem('draft.c1', 'x');
  localStorage.setItem('other', 'x');
  const drafts = persistedMap('draft.', textSchema);
  drafts.set('c2', 'y');
  expect([...drafts.getState()]).toEqual([
    ['c1', 'x'],
    ['c2', 'y'],
  ]);
  drafts.set('c1', '');
  expect([...drafts.getState().keys()]).toEqual(['c2']);
  expect(drafts.get('c1')).toBe('');
  expect(Object.keys(localStorage)).toEqual(['other', 'draft.c2']);
});

test('a map follows other tabs per id, unless crossTab returns false for the id', () => {
  let isTyping = true;
  const drafts = persistedMap('draft.', textSchema, {
    crossTab: (id) => !(id === 'c1' && isTyping),
  });
  const unsubscribe = drafts.subscribe(() => undefined);
  drafts.set('c1', 'mine');
  changeElsewhere('draft.c1', 'theirs');
  changeElsewhere('draft.c2', 'theirs');
  expect([drafts.get('c1'), drafts.get('c2')]).toEqual(['mine', 'theirs']);
  isTyping = false;
  changeElsewhere('draft.c1', null);
  expect(drafts.get('c1')).toBe('');
  unsubscribe();
  changeElsewhere('draft.c2', null);
  expect(drafts.get('c2')).toBe('theirs');
  expect(drafts.refresh('c2')).toBe('');
});

test('a map reports a full storage and keeps the value of that id in memory', () => {
  const drafts = persistedMap('draft.', textSchema, { crossTab: true });
  drafts.set('c1', 'old');
  const unblock = blockStorage();
  expect(drafts.set('c1', 'new')).toBe(false);
  unblock();
  drafts.subscribe(() => undefined);
  expect(drafts.get('c1')).toBe('new');
});

test('a blocked storage returns empty values', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(persisted('text', textSchema).getState()).toBe('');
  expect(persistedMap('draft.', textSchema).get('c1')).toBe('');
});

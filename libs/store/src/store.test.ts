import { expect, test, vi } from 'vitest';
import { createStore } from './store.ts';

test('setState replaces a list or an object and never merges', () => {
  const list = createStore<readonly number[]>([1, 2]);
  list.setState((state) => [...state, 3]);
  expect(list.getState()).toEqual([1, 2, 3]);
  const object = createStore<{ a?: number; b?: number }>({ a: 1 });
  object.setState({ b: 2 });
  expect(object.getState()).toEqual({ b: 2 });
});

test('subscribers are called with each new state, not with the same one, until they unsubscribe', () => {
  const store = createStore('a');
  const listener = vi.fn<(state: string, before: string) => void>();
  const unsubscribe = store.subscribe(listener);
  store.setState('a');
  expect(listener).not.toHaveBeenCalled();
  store.setState('b');
  expect(listener).toHaveBeenCalledExactlyOnceWith('b', 'a');
  unsubscribe();
  store.setState('c');
  expect(listener).toHaveBeenCalledOnce();
});

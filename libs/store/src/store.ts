import { createStore as createZustandStore, type StoreApi } from 'zustand/vanilla';

/** State outside React. `setState` replaces the state and notifies the subscribers unless it is the same. */
export interface Store<State> extends Pick<
  StoreApi<State>,
  'getState' | 'getInitialState' | 'subscribe'
> {
  setState: (next: State | ((state: State) => State)) => void;
}

/**
 * Creates a store. It is zustand's, without the merging of objects: a state may be a list, a set or a primitive.
 * @param initial the first state; not a function
 * @example const count = createStore(0); count.setState((state) => state + 1);
 */
export function createStore<State>(initial: State): Store<State> {
  const { setState, ...store } = createZustandStore<State>(() => initial);
  return { ...store, setState: (next) => setState(next, true) };
}

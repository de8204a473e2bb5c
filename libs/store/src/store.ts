/** The one store primitive: state outside React, in memory or in local storage, and the hook that reads it. */
import { createStore as createZustandStore, type StoreApi } from 'zustand/vanilla';

export { useStore } from 'zustand';

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

/** Converts a value to the text of a local storage entry and back. */
export interface StorageSchema<Value> {
  /** Parses an entry, or `null` for none. Never throws: a damaged entry gives the value of an empty one. */
  parse: (text: string | null) => Value;
  /** Formats a value; `null` removes the entry. */
  format: (value: Value) => string | null;
}

/** An entry with plain text; the empty text has no entry. */
export const textSchema: StorageSchema<string> = {
  parse: (text) => text ?? '',
  format: (value) => value || null,
};

/**
 * An entry with JSON.
 * @param parse validates the parsed JSON, `null` for none, and omits damaged values
 * @param isEmpty returns whether a value needs no entry
 */
export function jsonSchema<Value>(
  parse: (json: unknown) => Value,
  isEmpty: (value: Value) => boolean,
): StorageSchema<Value> {
  return {
    parse(text) {
      try {
        return parse(JSON.parse(text ?? 'null'));
      } catch {
        return parse(null);
      }
    },
    format: (value) => (isEmpty(value) ? null : JSON.stringify(value)),
  };
}

interface Options<Scope> {
  /** Applies changes by other tabs while the store has subscribers. Default: false. */
  crossTab?: Scope;
  /** Called when the browser does not save a value. */
  onUnsaved?: (() => void) | undefined;
}

/** A store whose state is saved in local storage. */
export interface Persisted<Value> extends Omit<Store<Value>, 'setState'> {
  /** Replaces the value and saves it. Returns false if the browser did not save it: it is then in memory only. */
  setState: (next: Value) => boolean;
  /** Returns the value after reading the entry again: another tab's change counts before its event arrives. */
  refresh: () => Value;
}

/** A store with one local storage entry per id. Ids without an entry are not in the map. */
export interface PersistedMap<Value> extends Omit<Store<ReadonlyMap<string, Value>>, 'setState'> {
  /** The value of an id; the value of an empty entry if there is none. */
  get: (id: string) => Value;
  /** Replaces a value and saves it. Returns false if the browser did not save it: it is then in memory only. */
  set: (id: string, value: Value) => boolean;
  /** Returns a value after reading its entry again: another tab's change counts before its event arrives. */
  refresh: (id: string) => Value;
}

function readEntry(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeEntry(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

function listIds(prefix: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length));
  } catch {
    return [];
  }
}

/** Adds `attach` to a `subscribe`: it runs with the first subscriber, and its cleanup with the last unsubscribe. */
function whileSubscribed<Listener>(
  subscribe: (listener: Listener) => () => void,
  attach: () => () => void,
): typeof subscribe {
  let count = 0;
  let detach = () => {};
  return (listener) => {
    count += 1;
    if (count === 1) detach = attach();
    const unsubscribe = subscribe(listener);
    let isSubscribed = true;
    return () => {
      unsubscribe();
      if (!isSubscribed) return;
      isSubscribed = false;
      count -= 1;
      if (count === 0) detach();
    };
  };
}

/** Calls back with the key of each entry that another tab changes. */
function onForeignChange(changed: (key: string) => void): () => void {
  const listener = ({ key }: StorageEvent) => {
    if (key !== null) changed(key);
  };
  globalThis.addEventListener('storage', listener);
  return () => globalThis.removeEventListener('storage', listener);
}

/**
 * Creates a store whose value is saved in local storage under `key`.
 *
 * The entry is read when the store is created, and written by each `setState`. With `crossTab`, the store follows the
 * entry while it has subscribers: it reads the entry with the first subscription and when another tab changes it.
 * Unsubscribing the last subscriber stops that. Where the browser saves nothing (full or blocked storage), `setState`
 * returns false, the value stays in memory, and the entry is not read until a value could be saved.
 *
 * @param key the name of the entry. Personal data belongs under a `personalKey` of `@homie/auth`, which signing out removes
 * @example
 * const collapsed = persisted('homie.sidebar', textSchema);
 * collapsed.setState('collapsed');
 */
export function persisted<Value>(
  key: string,
  schema: StorageSchema<Value>,
  { crossTab = false, onUnsaved }: Options<boolean> = {},
): Persisted<Value> {
  let text = readEntry(key);
  let isSaved = true;
  const { setState, subscribe, ...store } = createStore(schema.parse(text));

  function refresh() {
    const current = isSaved ? readEntry(key) : text;
    if (current !== text) {
      text = current;
      setState(schema.parse(current));
    }
    return store.getState();
  }
  function attach() {
    refresh();
    return onForeignChange((changed) => {
      if (changed === key) refresh();
    });
  }
  return {
    ...store,
    subscribe: crossTab ? whileSubscribed(subscribe, attach) : subscribe,
    refresh,
    setState(next) {
      text = schema.format(next);
      isSaved = writeEntry(key, text);
      setState(next);
      if (!isSaved) onUnsaved?.();
      return isSaved;
    },
  };
}

/**
 * Creates a store with one local storage entry per id, under `prefix` and the id. Reads, saves and follows the entries
 * like {@link persisted}.
 * @param prefix the start of the names of the entries
 * @param options.crossTab may be a function that decides per id at the moment of the change
 */
export function persistedMap<Value>(
  prefix: string,
  schema: StorageSchema<Value>,
  { crossTab = false, onUnsaved }: Options<boolean | ((id: string) => boolean)> = {},
): PersistedMap<Value> {
  const texts = new Map<string, string | null>();
  const unsaved = new Set<string>();
  const empty = schema.parse(null);
  const { setState, subscribe, ...store } = createStore<ReadonlyMap<string, Value>>(new Map());

  function put(id: string, text: string | null, value: Value) {
    texts.set(id, text);
    const next = new Map(store.getState());
    if (text === null) next.delete(id);
    else next.set(id, value);
    setState(next);
  }
  const get = (id: string) => store.getState().get(id) ?? empty;
  function load(id: string) {
    if (unsaved.has(id)) return;
    const text = readEntry(prefix + id);
    if (text === (texts.get(id) ?? null)) return;
    const value = schema.parse(text);
    put(id, schema.format(value), value);
    texts.set(id, text);
  }
  function refreshAll() {
    for (const id of new Set([...listIds(prefix), ...texts.keys()])) load(id);
  }
  function attach() {
    refreshAll();
    return onForeignChange((key) => {
      if (!key.startsWith(prefix)) return;
      const id = key.slice(prefix.length);
      if (crossTab === true || (crossTab !== false && crossTab(id))) load(id);
    });
  }
  refreshAll();
  return {
    ...store,
    subscribe: crossTab === false ? subscribe : whileSubscribed(subscribe, attach),
    get,
    refresh(id) {
      load(id);
      return get(id);
    },
    set(id, value) {
      const text = schema.format(value);
      const isSaved = writeEntry(prefix + id, text);
      if (isSaved) unsaved.delete(id);
      else unsaved.add(id);
      put(id, text, value);
      if (!isSaved) onUnsaved?.();
      return isSaved;
    },
  };
}

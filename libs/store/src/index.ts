/** The one store primitive: state outside React, in memory or in local storage, and the hook that reads it. */
export { createStore, type Store } from './store.ts';
export { useStore } from 'zustand';
export {
  jsonSchema,
  persisted,
  persistedMap,
  textSchema,
  type Persisted,
  type PersistedMap,
  type StorageSchema,
} from './persisted.ts';

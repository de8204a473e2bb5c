import { createContext, useContext, useSyncExternalStore } from 'react';
import type { FormState, FormStore } from './form-store.ts';

/** Carries the form's store to its fields. */
export const FormContext = createContext<FormStore | null>(null);

/** Returns the store of the surrounding form. @throws outside a `Form` */
export function useFormStore(): FormStore {
  const store = useContext(FormContext);
  if (!store) throw new Error('Form fields and buttons belong inside a <Form>.');
  return store;
}

/** Returns a slice of the form's state; re-renders when it changes. */
export function useFormState<T>(select: (state: FormState) => T): T {
  const store = useFormStore();
  const read = () => select(store.get());
  return useSyncExternalStore(store.subscribe, read, read);
}

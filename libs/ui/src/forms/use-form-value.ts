import { useFormState } from './form-context.ts';

/** The current value of one field of the form around, for what depends on it. */
export function useFormValue(name: string): unknown {
  return useFormState((state) => state.values[name]);
}

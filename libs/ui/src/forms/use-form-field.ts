import { useFormState, useFormStore } from './form-context.ts';

/** A field's state, for fields that this library does not have (pickers and the like). */
export interface FormField {
  value: unknown;
  error: string | undefined;
  setValue: (value: unknown) => void;
  /** Marks the field as wrong outside a submit; the mark goes as soon as the schema accepts a new value. */
  setError: (message: string) => void;
}

/** Joins any control to the form around it. */
export function useFormField(name: string): FormField {
  const store = useFormStore();
  const value = useFormState((state) => state.values[name]);
  const error = useFormState((state) => state.errors[name]);
  return {
    value,
    error,
    setValue: (next) => store.setValue(name, next),
    setError: (message) => store.setErrors({ ...store.get().errors, [name]: message }),
  };
}

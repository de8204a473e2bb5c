import { useFormState, useFormStore } from './form-context.ts';

/** The state of a field, for controls that this library does not have (pickers and the like). */
export interface FormField<Value> {
  value: Value;
  error: string | undefined;
  setValue: (value: Value) => void;
  /** Marks the field as wrong outside a submit; the mark disappears as soon as the schema accepts a new value. */
  setError: (message: string) => void;
}

/** Connects a control to the surrounding form, e.g. `useFormField<SignIn, 'email'>('email')`. */
export function useFormField<Values = never, Name extends keyof Values & string = never>(
  name: Name,
): FormField<Values[Name]> {
  const store = useFormStore();
  const value = useFormState((state) => state.values[name]);
  const error = useFormState((state) => state.errors[name]);
  return {
    value: value as Values[Name], // the form holds the values of its schema
    error,
    setValue: (next) => store.setValue(name, next),
    setError: (message) => store.setErrors({ ...store.get().errors, [name]: message }),
  };
}

/** Returns the current value of a field of the surrounding form, e.g. `useFormValue<SignIn, 'email'>('email')`. */
export function useFormValue<Values = never, Name extends keyof Values & string = never>(
  name: Name,
): Values[Name] {
  return useFormField<Values, Name>(name).value;
}

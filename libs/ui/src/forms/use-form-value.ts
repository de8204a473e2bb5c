import { useFormField } from './use-form-field.ts';

/** Returns the current value of a field of the surrounding form, e.g. `useFormValue<SignIn, 'email'>('email')`. */
export function useFormValue<Values = never, Name extends keyof Values & string = never>(
  name: Name,
): Values[Name] {
  return useFormField<Values, Name>(name).value;
}

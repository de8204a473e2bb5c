import { useFormState } from './form-context.ts';

/** The current values of the form around, for fields that depend on others. */
export function useFormValues(): Readonly<Record<string, unknown>>;
/** The current values of the named fields only. */
export function useFormValues<Name extends string>(
  names: readonly Name[],
): Readonly<Record<Name, unknown>>;
export function useFormValues(names?: readonly string[]): Readonly<Record<string, unknown>> {
  const values = useFormState((state) => state.values);
  return names ? Object.fromEntries(names.map((name) => [name, values[name]])) : values;
}

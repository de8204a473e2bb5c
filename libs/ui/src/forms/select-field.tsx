import type { ReactNode } from 'react';
import { Select, type SelectProps } from '../controls/select.tsx';
import { Field } from './field.tsx';
import type { FieldName, FormValues } from './standard-schema.ts';
import { useFormField } from './use-form-field.ts';

/** Props of {@link SelectField}. */
export interface SelectFieldProps<Values = never> {
  name: NoInfer<FieldName<Values, string>>;
  label: ReactNode;
  options: SelectProps['options'];
  hint?: ReactNode;
  required?: boolean;
  disabled?: boolean;
}

/** A choice from a short list in a `Form`. */
export function SelectField<Values = never>({
  name,
  label,
  hint,
  required = false,
  ...rest
}: SelectFieldProps<Values>) {
  const { value, error, setValue } = useFormField<FormValues, string>(name);
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <Select
          {...rest}
          {...control}
          name={name}
          value={String(value ?? '')}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

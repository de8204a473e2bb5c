import type { ReactNode } from 'react';
import { Select, type SelectProps } from '../controls/select.tsx';
import { Field } from './field.tsx';
import { useFormField } from './use-form-field.ts';

/** Props of {@link SelectField}. */
export interface SelectFieldProps {
  name: string;
  label: ReactNode;
  options: SelectProps['options'];
  hint?: ReactNode;
  required?: boolean;
  disabled?: boolean;
}

/** A choice from a short list in a `Form`. */
export function SelectField({ name, label, hint, required = false, ...rest }: SelectFieldProps) {
  const { value, error, setValue } = useFormField(name);
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

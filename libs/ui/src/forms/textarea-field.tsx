import type { ReactNode } from 'react';
import { Textarea } from '../controls/input.ts';
import { Field } from './field.tsx';
import type { FieldName, FormValues } from './standard-schema.ts';
import { useFormField } from './use-form-field.ts';

/** Props of {@link TextareaField}. */
export interface TextareaFieldProps<Values = never> {
  name: NoInfer<FieldName<Values, string>>;
  label: ReactNode;
  placeholder?: string;
  hint?: ReactNode;
  rows?: number;
  maxLength?: number;
  required?: boolean;
  disabled?: boolean;
}

/** Several lines of text in a `Form`. */
export function TextareaField<Values = never>({
  name,
  label,
  hint,
  required = false,
  rows = 4,
  ...rest
}: TextareaFieldProps<Values>) {
  const { value, error, setValue } = useFormField<FormValues, string>(name);
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <Textarea
          {...rest}
          {...control}
          name={name}
          rows={rows}
          value={String(value ?? '')}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

import type { ReactNode } from 'react';
import { Switch } from '../controls/checkbox.tsx';
import type { FieldName, FormValues } from './standard-schema.ts';
import { useFormField } from './use-form-field.ts';

/** Props of {@link SwitchField}. */
export interface SwitchFieldProps<Values = never> {
  name: NoInfer<FieldName<Values, boolean>>;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

/** A yes-or-no setting in a `Form`, as a switch. */
export function SwitchField<Values = never>({ name, ...rest }: SwitchFieldProps<Values>) {
  const { value, setValue } = useFormField<FormValues, string>(name);
  return <Switch {...rest} name={name} checked={value === true} onChange={setValue} />;
}

import type { ReactNode } from 'react';
import { Switch } from '../controls/checkbox.tsx';
import { useFormField } from './use-form-field.ts';

/** Props of {@link SwitchField}. */
export interface SwitchFieldProps {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

/** A yes-or-no setting in a `Form`, as a switch. */
export function SwitchField({ name, ...rest }: SwitchFieldProps) {
  const { value, setValue } = useFormField(name);
  return <Switch {...rest} name={name} checked={value === true} onChange={setValue} />;
}

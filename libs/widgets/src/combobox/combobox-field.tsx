import { Field, useFormField, type FieldName, type FormValues } from '@homie/ui';
import { useState, type ReactNode } from 'react';
import { Combobox, UNMATCHED_TEXT, type ComboboxProps } from './combobox.tsx';

/** Props of {@link ComboboxField}. */
export interface ComboboxFieldProps<Option, Values = never> extends Pick<
  ComboboxProps<Option>,
  'search' | 'describe' | 'placeholder' | 'emptyText' | 'from' | 'maxLength'
> {
  name: NoInfer<FieldName<Values, string>>;
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  /** The text of the form's initial value. */
  initialText?: string | null | undefined;
}

/**
 * A choice from a searched list in a `Form`. The form stores the option's key, or null; or typed text without a selected
 * option, which its schema refuses, since it is no key.
 */
export function ComboboxField<Option, Values = never>(props: ComboboxFieldProps<Option, Values>) {
  const { name, label, hint, required = false, initialText, describe, ...rest } = props;
  const { value, error, setValue } = useFormField<FormValues, string>(name);
  const [unmatched, setUnmatched] = useState<string>();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    typeof value === 'string' && initialText ? { [value]: initialText } : {},
  );
  const message = error !== undefined && value === unmatched ? UNMATCHED_TEXT : error;
  return (
    <Field label={label} hint={hint} error={message} required={required}>
      {(control) => (
        <Combobox
          {...rest}
          control={control}
          describe={describe}
          chosen={typeof value === 'string' ? (texts[value] ?? value) : undefined}
          onChoose={(option) => {
            const { key, text } = describe(option);
            setTexts({ ...texts, [key]: text });
            setValue(key);
          }}
          onClear={() => setValue(null)}
          onUnmatched={(text) => {
            setUnmatched(text);
            setValue(text);
          }}
        />
      )}
    </Field>
  );
}

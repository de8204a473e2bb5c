import { useId, useState, type HTMLInputAutoCompleteAttribute, type ReactNode } from 'react';
import { Input } from '../controls/input.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { IconEye, IconEyeOff } from '../icons/icons.ts';
import { Box } from '../layout/box.ts';
import { Field, type FieldControl } from './field.tsx';
import type { FieldName, FormValues } from './standard-schema.ts';
import { useFormField } from './use-form-field.ts';

/** Props of {@link TextField}. */
export interface TextFieldProps<Values = never> {
  name: NoInfer<FieldName<Values, string>>;
  label: ReactNode;
  type?: 'text' | 'email' | 'password' | 'search' | 'url';
  /** The keyboard of touch screens, if `type` does not determine it: an `email` input hides blanks from us. */
  inputMode?: 'email' | 'numeric';
  placeholder?: string;
  hint?: ReactNode;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  /** Passed to the browser; only the schema validates. */
  minLength?: number;
  maxLength?: number;
  required?: boolean;
  disabled?: boolean;
  /** Values to choose from; others can be typed. */
  suggestions?: readonly { value: string; label: string }[] | undefined;
}

/** One line of text in a `Form`. A password can be shown and hidden. */
export function TextField<Values = never>({
  name,
  label,
  hint,
  required = false,
  type = 'text',
  suggestions,
  ...rest
}: TextFieldProps<Values>) {
  const { value, error, setValue } = useFormField<FormValues, string>(name);
  const [visible, setVisible] = useState(false);
  const listId = useId();
  const secret = type === 'password';
  const words = type === 'text' && rest.inputMode === undefined;

  function input(control: FieldControl) {
    return (
      <Input
        {...rest}
        {...control}
        name={name}
        type={secret && visible ? 'text' : type}
        value={String(value ?? '')}
        onChange={(event) => setValue(event.currentTarget.value)}
        {...(!words && { autoCapitalize: 'none', spellCheck: false })}
        {...(secret && { paddingInlineEnd: '12' })}
        {...(suggestions && { list: listId })}
      />
    );
  }

  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) =>
        secret ? (
          <Box position="relative">
            {input(control)}
            <Box position="absolute" right="1" top="50%" transform="translateY(-50%)">
              <IconButton
                label={visible ? 'Hide password' : 'Show password'}
                size="sm"
                onClick={() => setVisible(!visible)}
                icon={visible ? <IconEyeOff size={18} /> : <IconEye size={18} />}
              />
            </Box>
          </Box>
        ) : (
          <>
            {input(control)}
            {suggestions && (
              <datalist id={listId}>
                {suggestions.map(({ value: name, label: note }) => (
                  <option key={`${name} ${note}`} value={name}>
                    {note}
                  </option>
                ))}
              </datalist>
            )}
          </>
        )
      }
    </Field>
  );
}

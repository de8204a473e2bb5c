import { useEffect, useRef } from 'react';
import type { FieldName } from './standard-schema.ts';
import { TextField } from './text-field.tsx';
import { useFormField } from './use-form-field.ts';

/** The code of an authenticator app. The sixth digit submits the form, also if a password manager fills it in. */
export function CodeField<Values>({ name }: { name: NoInfer<FieldName<Values, string>> }) {
  const { value } = useFormField<Record<string, string>, string>(name);
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (/^\s*(?:\d\s*){6}$/.test(value)) field.current?.closest('form')?.requestSubmit();
  }, [value]);
  return (
    <div ref={field}>
      <TextField<Values>
        name={name}
        label="6-digit code"
        hint="Checked at the sixth digit."
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        required
      />
    </div>
  );
}

import type { AuditHoldKind } from '@homie/contracts';
import { Field, Select, useFormField } from '@homie/ui';
import { Fragment, type ReactNode } from 'react';

const KINDS: readonly { value: AuditHoldKind; label: string }[] = [
  { value: 'participant', label: 'A participant' },
  { value: 'user', label: 'A user' },
  { value: 'assistant', label: 'An assistant' },
  { value: 'conversation', label: 'A conversation' },
  { value: 'all', label: 'Everything' },
];

interface KindFieldProps {
  name: string;
  /** The field that says which one: emptied when the kind changes. */
  subject: string;
  children: (kind: string) => ReactNode;
}

/** What a hold is on, and below it the choice of which one. */
export function KindField({ name, subject, children }: KindFieldProps) {
  const { value, error, setValue } = useFormField(name);
  const { setValue: setSubject } = useFormField(subject);
  const kind = String(value);
  return (
    <>
      <Field label="What is held" error={error} required>
        {(control) => (
          <Select
            {...control}
            name={name}
            options={KINDS}
            value={kind}
            onChange={(event) => {
              setValue(event.currentTarget.value);
              setSubject(null);
            }}
          />
        )}
      </Field>
      <Fragment key={kind}>{children(kind)}</Fragment>
    </>
  );
}

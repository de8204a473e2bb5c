import type { AuditHoldInput, AuditHoldKind } from '@homie/contracts';
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
  children: (kind: AuditHoldKind) => ReactNode;
}

/** Renders the field for the kind of a hold's subject, and below it the subject, which another kind clears. */
export function KindField({ children }: KindFieldProps) {
  const { value: kind, error, setValue } = useFormField<AuditHoldInput, 'kind'>('kind');
  const { setValue: setSubject } = useFormField<AuditHoldInput, 'subjectId'>('subjectId');
  return (
    <>
      <Field label="Applies to" error={error} required>
        {(control) => (
          <Select
            {...control}
            name="kind"
            options={KINDS}
            value={kind}
            onChange={({ currentTarget }) => {
              const chosen = KINDS.find((option) => option.value === currentTarget.value);
              if (chosen) setValue(chosen.value);
              setSubject(null);
            }}
          />
        )}
      </Field>
      <Fragment key={kind}>{children(kind)}</Fragment>
    </>
  );
}

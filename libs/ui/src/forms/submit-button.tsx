import { Button, type ButtonProps } from '../controls/button.tsx';
import { useFormState } from './form-context.ts';
import type { FieldName } from './standard-schema.ts';

/** Props of {@link SubmitButton}. */
export interface SubmitButtonProps<Values = never> extends Omit<
  ButtonProps,
  'type' | 'busy' | 'disabled'
> {
  /** Disabled while any of these fields is the empty string. */
  disabledWhenEmpty?: readonly NoInfer<FieldName<Values, string>>[];
}

/** Submits the surrounding form; busy, with `busyLabel` as its label, until the form has settled. */
export function SubmitButton<Values = never>({
  disabledWhenEmpty = [],
  ...rest
}: SubmitButtonProps<Values>) {
  const submitting = useFormState((state) => state.submitting);
  const empty = useFormState(({ values }) =>
    disabledWhenEmpty.some((name) => (values[name] ?? '') === ''),
  );
  return <Button {...rest} type="submit" busy={submitting} disabled={empty} />;
}

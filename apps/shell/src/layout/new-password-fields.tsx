import { PASSWORD_MIN_LENGTH } from '@homie/contracts';
import type { NewPasswordForm } from '@homie/contracts/authentication';
import { TextField } from '@homie/ui';

const RULE = `At least ${PASSWORD_MIN_LENGTH} characters`;

interface NewPasswordFieldsProps {
  label?: 'Password' | 'New Password';
  /** The position of the password rule: below the field, or in it. */
  rule: 'hint' | 'placeholder';
}

/** A new password, twice: the fields `password` and `confirmPassword` of a form. */
export function NewPasswordFields({ label = 'Password', rule }: NewPasswordFieldsProps) {
  return (
    <>
      <TextField<NewPasswordForm>
        name="password"
        type="password"
        label={label}
        {...{ [rule]: RULE }}
        autoComplete="new-password"
        minLength={PASSWORD_MIN_LENGTH}
        required
      />
      <TextField<NewPasswordForm>
        name="confirmPassword"
        type="password"
        label={`Confirm ${label}`}
        autoComplete="new-password"
        required
      />
    </>
  );
}

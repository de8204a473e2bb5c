import { useEnvironment } from '@homie/composition';
import type { NewPasswordForm } from '@homie/contracts/authentication';
import { TextField } from '@homie/ui';
import { useLinkAddress } from './link-address';

interface NewPasswordFieldsProps {
  label?: 'Password' | 'New Password';
  /** The position of the password rule: below the field, or in it. */
  rule: 'hint' | 'placeholder';
}

/** A new password, twice: the fields `password` and `confirmPassword` of a form. */
export function NewPasswordFields({ label = 'Password', rule }: NewPasswordFieldsProps) {
  const { passwordMinLength } = useEnvironment();
  const email = useLinkAddress();
  return (
    <>
      {/* Password managers store the new password under this name. */}
      {email && <input type="text" autoComplete="username" value={email} readOnly hidden />}
      <TextField<NewPasswordForm>
        name="password"
        type="password"
        label={label}
        {...{ [rule]: `At least ${passwordMinLength} characters` }}
        autoComplete="new-password"
        minLength={passwordMinLength}
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

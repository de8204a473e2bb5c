import { useSession } from '@homie/auth';
import { useEnvironment } from '@homie/composition';
import type { NewPasswordForm } from '@homie/contracts/authentication';
import { TextField } from '@homie/ui';

interface NewPasswordFieldsProps {
  label?: 'Password' | 'New Password';
  /** The position of the password rule: below the field, or in it. */
  rule: 'hint' | 'placeholder';
}

/** A new password, twice: the fields `password` and `confirmPassword` of a form. */
export function NewPasswordFields({ label = 'Password', rule }: NewPasswordFieldsProps) {
  const { passwordMinLength } = useEnvironment();
  const session = useSession();
  // Until it is spent, the mailed link is in the state of this history entry: see `consumeAuthLink`. It may be of another
  // user than the session, which it will replace.
  const { authLink } = (window.history.state ?? {}) as { authLink?: string };
  const email = authLink ? new URLSearchParams(authLink).get('email') : session?.user.email;
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

import { useAuth, useSession } from '@homie/auth';
import { passwordCheckSchema, type PasswordCheck } from '@homie/contracts/authentication';
import { TextField } from '@homie/ui';
import { FormDialog, type FormDialogActions } from '@homie/widgets';
import { reportFailure } from '../../layout/report-failure';

interface ConfirmIdentityProps {
  onClose: () => void;
  onConfirmed: () => void;
}

/**
 * Asks for the password again, because the sign-in was too long ago for this change. A new session replaces this one;
 * the sign-in screen asks for the code if the user has an authenticator app.
 */
export function ConfirmIdentity({ onClose, onConfirmed }: ConfirmIdentityProps) {
  const auth = useAuth();
  const session = useSession();
  const email = session?.user.email ?? '';

  async function confirm(
    { password }: PasswordCheck,
    { setFieldError, finish }: FormDialogActions<PasswordCheck>,
  ) {
    const earlier = session?.access_token ?? '';
    const result = await auth.call((service) => service.signInWithPassword({ email, password }));
    if (!result.ok) {
      if (result.failure.code === 'invalid_credentials')
        return setFieldError('password', 'This password is wrong.');
      return reportFailure(result.failure);
    }
    finish();
    onConfirmed();
    // The earlier session would stay in the list of devices.
    await auth.call((service) => service.admin.signOut(earlier, 'local'));
  }

  return (
    <FormDialog
      title="Confirm that it is you"
      description="You signed in some time ago. Enter your password to continue."
      size="sm"
      schema={passwordCheckSchema}
      defaultValues={{ password: '' }}
      submitLabel="Continue"
      busyLabel="Checking..."
      onSubmit={confirm}
      onClose={onClose}
    >
      <TextField<PasswordCheck>
        name="password"
        type="password"
        label="Password"
        autoComplete="current-password"
        required
      />
    </FormDialog>
  );
}

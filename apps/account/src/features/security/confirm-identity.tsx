import { needsSecondFactor, useAuth, useSession, type AuthFailure } from '@homie/auth';
import { passwordCheckSchema, type PasswordCheck } from '@homie/contracts/authentication';
import { Button, TextField } from '@homie/ui';
import { FormDialog, type FormDialogActions } from '@homie/widgets';
import { useState } from 'react';
import { reportFailure } from '../../layout/report-failure';
import { supportsPasskeys } from './use-passkeys';

interface ConfirmIdentityProps {
  hasPasskey: boolean;
  onClose: () => void;
  /** @param needsCode true if the sign-in screen asks for the code of an authenticator app first */
  onConfirmed: (needsCode: boolean) => void;
}

/** Replaces the message if the browser returned no passkey. */
function describe(failure: AuthFailure): AuthFailure {
  return failure.code?.startsWith('ERROR_')
    ? { ...failure, kind: 'refused', message: 'No passkey was used. Try again.' }
    : failure;
}

/**
 * Asks for the password or a passkey again, because the sign-in was too long ago for this change. A new session replaces
 * this one; the sign-in screen asks for the code if the user has an authenticator app.
 */
export function ConfirmIdentity({ hasPasskey, onClose, onConfirmed }: ConfirmIdentityProps) {
  const auth = useAuth();
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const email = session?.user.email ?? '';

  function reportConfirmed() {
    const { session: renewed } = auth.store.getState();
    onConfirmed(renewed !== null && needsSecondFactor(renewed));
  }

  async function confirm(
    { password }: PasswordCheck,
    { setFieldError, finish }: FormDialogActions<PasswordCheck>,
  ) {
    const result = await auth.call((service) => service.signInWithPassword({ email, password }));
    if (!result.ok) {
      if (result.failure.code === 'invalid_credentials')
        return setFieldError('password', 'This password is wrong.');
      return reportFailure(result.failure);
    }
    finish();
    reportConfirmed();
  }

  async function confirmWithPasskey() {
    setBusy(true);
    const result = await auth.call((service) => service.signInWithPasskey());
    setBusy(false);
    if (!result.ok) return reportFailure(describe(result.failure));
    reportConfirmed();
  }

  return (
    <FormDialog
      title="Confirm that it is you"
      description={
        hasPasskey
          ? 'Enter your password or use a passkey to continue.'
          : 'You signed in some time ago. Enter your password to continue.'
      }
      size="sm"
      schema={passwordCheckSchema}
      defaultValues={{ password: '' }}
      submitLabel="Continue"
      busyLabel="Checking..."
      onSubmit={confirm}
      onClose={onClose}
    >
      {hasPasskey && supportsPasskeys && (
        <Button
          variant="outline"
          wide
          busy={busy}
          busyLabel="Waiting for your device..."
          onClick={() => void confirmWithPasskey()}
        >
          Use a passkey
        </Button>
      )}
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

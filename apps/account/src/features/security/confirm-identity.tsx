import { useAuth, useSession, type AuthFailure } from '@homie/auth';
import {
  codeSchema,
  passwordCheckSchema,
  type CodeInput,
  type PasswordCheck,
} from '@homie/contracts/authentication';
import { Button, CodeField, Dialog, SelectField, TextField, type Elements } from '@homie/ui';
import { useEnvironment } from '@homie/composition';
import { FormDialog, type FormDialogActions } from '@homie/widgets';
import { useState } from 'react';
import { reportFailure } from '../../layout/report-failure';
import type { Factor } from './use-factors';
import { supportsPasskeys } from './use-passkeys';

interface ConfirmIdentityProps {
  /** The authenticator apps of the user. With one, its code is asked for instead of the password. */
  factors: readonly Factor[];
  hasPasskey: boolean;
  onAnswer: (isProven: boolean) => void;
}

/** Replaces the message if the browser returned no passkey. */
function describe(failure: AuthFailure): AuthFailure {
  return failure.code?.startsWith('ERROR_')
    ? { ...failure, kind: 'refused', message: 'No passkey was used. Try again.' }
    : failure;
}

/**
 * Asks for the code of an authenticator app, the password or a passkey, because the sign-in was too long ago for a
 * change. A code renews this session; the others start a new one in its place. The page stays, with all that was typed.
 */
export function ConfirmIdentity({ factors, hasPasskey, onAnswer }: ConfirmIdentityProps) {
  const auth = useAuth();
  const { secondFactor } = useEnvironment();
  const [busy, setBusy] = useState(false);

  async function confirmWithPasskey() {
    setBusy(true);
    const result = await auth.call((service) => service.signInWithPasskey());
    setBusy(false);
    if (!result.ok) return reportFailure(describe(result.failure));
    onAnswer(true);
  }

  const passkey = hasPasskey && supportsPasskeys && (
    <Button
      variant="outline"
      wide
      busy={busy}
      busyLabel="Waiting for your device..."
      onClick={() => void confirmWithPasskey()}
    >
      Use a passkey
    </Button>
  );
  // Where a second factor is demanded, a session of the password alone would be led away from this page.
  if (passkey && factors.length === 0 && secondFactor !== 'optional')
    return (
      <Dialog
        open
        title={PROOF.title}
        size={PROOF.size}
        description="You signed in some time ago. Use a passkey to continue."
        onClose={() => onAnswer(false)}
      >
        {passkey}
      </Dialog>
    );
  const ProofDialog = factors.length > 0 ? CodeDialog : PasswordDialog;
  return (
    <ProofDialog factors={factors} onAnswer={onAnswer} or={hasPasskey ? ' or use a passkey' : ''}>
      {passkey}
    </ProofDialog>
  );
}

interface ProofDialogProps extends Pick<ConfirmIdentityProps, 'factors' | 'onAnswer'> {
  /** The other way, for the description. */
  or: string;
  children: Elements;
}

const PROOF = {
  title: 'Confirm that it is you',
  size: 'sm',
  submitLabel: 'Continue',
  busyLabel: 'Checking...',
} as const;

/** Failures of a code whose text comes from the server. */
const TEXT_OF_SERVER = new Set(['over_request_rate_limit', 'mfa_next_code_needed']);

function CodeDialog({ factors, or, onAnswer, children }: ProofDialogProps) {
  const auth = useAuth();

  async function confirm(
    { factorId, code }: CodeInput,
    { setFieldError, finish }: FormDialogActions<CodeInput>,
  ) {
    const result = await auth.call((service) => service.mfa.challengeAndVerify({ factorId, code }));
    if (result.ok) {
      // Before the dialog closes: a closed dialog answers no.
      onAnswer(true);
      return finish();
    }
    const { code: reason = '', message } = result.failure;
    if (reason === 'mfa_verification_failed')
      return setFieldError('code', 'This code is wrong or was already used. Enter the next one.');
    if (TEXT_OF_SERVER.has(reason)) return setFieldError('code', message);
    reportFailure(result.failure);
  }

  return (
    <FormDialog
      {...PROOF}
      description={`You signed in some time ago. Enter the code of your authenticator app${or} to continue.`}
      schema={codeSchema}
      defaultValues={{ factorId: factors[0]?.id ?? '', code: '' }}
      onSubmit={confirm}
      onClose={() => onAnswer(false)}
    >
      {children}
      {factors.length > 1 && (
        <SelectField<CodeInput>
          name="factorId"
          label="Authenticator app"
          options={factors.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <CodeField<CodeInput> name="code" />
    </FormDialog>
  );
}

function PasswordDialog({ or, onAnswer, children }: ProofDialogProps) {
  const auth = useAuth();
  const email = useSession()?.user.email ?? '';

  async function confirm(
    { password }: PasswordCheck,
    { setFieldError, finish }: FormDialogActions<PasswordCheck>,
  ) {
    const result = await auth.call((service) => service.signInWithPassword({ email, password }));
    if (result.ok) {
      // Before the dialog closes: a closed dialog answers no.
      onAnswer(true);
      return finish();
    }
    if (result.failure.code === 'invalid_credentials')
      return setFieldError('password', 'This password is wrong.');
    reportFailure(result.failure);
  }

  return (
    <FormDialog
      {...PROOF}
      description={`You signed in some time ago. Enter your password${or} to continue.`}
      schema={passwordCheckSchema}
      defaultValues={{ password: '' }}
      onSubmit={confirm}
      onClose={() => onAnswer(false)}
    >
      {children}
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

import { needsSecondFactor, useAuth } from '@homie/auth';
import { signInSchema, type SignIn } from '@homie/contracts/authentication';
import { Form, SubmitButton, TextField, toast, type FormActions } from '@homie/ui';
import { useState } from 'react';
import { reportFailure } from '../../layout/report-failure';
import { toFieldError } from './field-error';
import { useShowInbox } from './inbox-context';
import { readPrerenderedInput, ReplacePrerenderedForm } from './prerendered-form';
import { ResetRequest } from './reset-request';
import { SharedEmail, type SharedEmailProps } from './shared-email';

/** Email and password, and a request for a new password. The screen navigates once there is a session. */
export function SignInForm({ initialEmail, onEmailChange }: SharedEmailProps) {
  const auth = useAuth();
  const showInbox = useShowInbox();
  const [busy, setBusy] = useState(false);
  const [prerendered] = useState(readPrerenderedInput);

  async function signIn(credentials: SignIn, { setFieldError }: FormActions<SignIn>) {
    setBusy(true);
    const result = await auth.signInWithPassword(credentials);
    setBusy(false);
    if (!result.ok) {
      if (result.failure.code === 'email_not_confirmed')
        showInbox({ email: credentials.email, kind: 'confirmation', wait: 0 });
      const error = toFieldError(result.failure);
      if (error) setFieldError(error.field, error.message);
      return reportFailure(result.failure);
    }
    const { session } = auth.store.getState();
    if (session && needsSecondFactor(session)) return;
    toast.success({ title: 'Welcome back!', description: 'You have been successfully signed in.' });
  }

  return (
    <Form
      label="Sign in"
      schema={signInSchema}
      defaultValues={{ ...prerendered, email: prerendered.email || initialEmail }}
      onSubmit={signIn}
    >
      <ReplacePrerenderedForm />
      <SharedEmail onEmailChange={onEmailChange} />
      <TextField<SignIn>
        name="email"
        inputMode="email"
        label="Email"
        autoComplete="username"
        required
      />
      <TextField<SignIn>
        name="password"
        type="password"
        label="Password"
        autoComplete="current-password"
        required
      />
      <SubmitButton<SignIn>
        wide
        busyLabel="Signing in..."
        disabledWhenEmpty={['email', 'password']}
      >
        Sign In
      </SubmitButton>
      <ResetRequest disabled={busy} />
    </Form>
  );
}

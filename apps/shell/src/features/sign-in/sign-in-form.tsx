import { useAuth } from '@homie/auth';
import { signInSchema, type SignIn } from '@homie/contracts';
import { useNavigate } from '@homie/composition';
import { Form, SubmitButton, TextField, toast } from '@homie/ui';
import { useState } from 'react';
import { reportFailure } from '../../layout/report-failure';
import { ResetRequest } from './reset-request';

/** Email and password, and a way back in for whoever forgot theirs. */
export function SignInForm() {
  const auth = useAuth();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  async function signIn(credentials: SignIn) {
    setBusy(true);
    const result = await auth.signInWithPassword(credentials);
    setBusy(false);
    if (!result.ok) return reportFailure(result.failure);
    toast.success({ title: 'Welcome back!', description: 'You have been successfully signed in.' });
    await navigate('/app', { replace: true });
  }

  return (
    <Form
      label="Sign in"
      schema={signInSchema}
      defaultValues={{ email: '', password: '' }}
      onSubmit={signIn}
    >
      <TextField name="email" inputMode="email" label="Email" autoComplete="username" required />
      <TextField
        name="password"
        type="password"
        label="Password"
        autoComplete="current-password"
        required
      />
      <SubmitButton wide busyLabel="Signing in..." disabledWhenEmpty={['email', 'password']}>
        Sign In
      </SubmitButton>
      <ResetRequest disabled={busy} />
    </Form>
  );
}

import { useAuth } from '@homie/auth';
import { Link, useDocumentTitle, useEnvironment, useNavigate } from '@homie/composition';
import { Button, LinkButton, Text, toast, Form, SubmitButton } from '@homie/ui';
import { useState } from 'react';
import { forgetSignUpProof, readSignUpProof } from '../../app/sign-up-proof';
import { AuthPage } from '../../layout/auth-page';
import { LinkAddress } from '../../layout/link-address';
import { reportFailure } from '../../layout/report-failure';
import { newPasswordFormSchema, type NewPasswordForm } from '@homie/contracts/authentication';
import { NewPasswordFields } from '../../layout/new-password-fields';

/** The form for the password of an account that is about to be confirmed. */
function ChoosePassword({ onChosen }: { onChosen: (password: string) => Promise<void> }) {
  return (
    <Form
      label="Confirm your email"
      schema={newPasswordFormSchema}
      defaultValues={{ password: '', confirmPassword: '' }}
      onSubmit={({ password }) => onChosen(password)}
    >
      <NewPasswordFields rule="placeholder" />
      <SubmitButton<NewPasswordForm>
        wide
        busyLabel="Confirming..."
        disabledWhenEmpty={['password', 'confirmPassword']}
      >
        Confirm my email
      </SubmitButton>
    </Form>
  );
}

/**
 * Confirms the email address on a button press: mail scanners open links, which must not change anything. A browser
 * that did not sign up needs a new password: another person may have signed up with this address.
 */
export function ConfirmEmail({ tokenHash }: { tokenHash: string }) {
  const auth = useAuth();
  const navigate = useNavigate();
  const { supabaseUrl } = useEnvironment();
  const [busy, setBusy] = useState(false);
  const [isInvalid, setIsInvalid] = useState(false);
  const [needsPassword, setNeedsPassword] = useState(() => readSignUpProof() === '');
  useDocumentTitle('Confirm your email');

  async function confirm(password?: string) {
    setBusy(true);
    const proof = { code_verifier: readSignUpProof(), ...(password !== undefined && { password }) };
    const result = await auth.verifyTokenHash(tokenHash, 'signup', proof);
    if (result.ok) {
      forgetSignUpProof();
      // A Supabase project has confirmed it with the password of the sign-up.
      if (password !== undefined && supabaseUrl !== '') await auth.updatePassword(password);
      toast.success({ title: 'Email confirmed', description: "You're signed in." });
      return navigate('/app', { replace: true });
    }
    setBusy(false);
    const { kind, code } = result.failure;
    if (code === 'password_required') return setNeedsPassword(true);
    const isUsable = ['over_request_rate_limit', 'weak_password', 'sso_required'];
    if (kind === 'refused' && !isUsable.includes(code ?? '')) return setIsInvalid(true);
    return reportFailure(result.failure);
  }

  if (isInvalid) {
    return (
      <AuthPage title="This link no longer works" subtitle="It has been used or has expired.">
        <Text textAlign="center">
          If your email is confirmed, sign in to continue. If not, sign in and we'll offer to send
          you a new link.
        </Text>
        <LinkButton asChild wide>
          <Link to="/auth/sign-in" replace>
            Sign in
          </Link>
        </LinkButton>
      </AuthPage>
    );
  }
  if (needsPassword) {
    return (
      <AuthPage
        title="Confirm your email"
        subtitle="This isn't the browser you signed up in, so choose a password to finish. It replaces the one you chose before."
      >
        <LinkAddress />
        <ChoosePassword onChosen={confirm} />
      </AuthPage>
    );
  }
  return (
    <AuthPage title="Confirm your email" subtitle="One more step, and your account is ready.">
      <LinkAddress />
      <Button wide busy={busy} busyLabel="Confirming..." onClick={() => confirm()}>
        Confirm my email
      </Button>
    </AuthPage>
  );
}

import { useAuth } from '@homie/auth';
import {
  newPasswordFormSchema,
  type NewPasswordForm as NewPassword,
} from '@homie/contracts/authentication';
import { useLocation, useNavigate } from '@homie/composition';
import { Form, SubmitButton, toast, type FormActions } from '@homie/ui';
import { useRef } from 'react';
import type { ReturnState } from '../../app/return-path';
import { NewPasswordFields } from '../../layout/new-password-fields';
import { reportFailure } from '../../layout/report-failure';
import { OPENED } from './use-opened-link';

interface NewPasswordFormProps {
  /** The token hash of a mailed link: submitting spends it. Null if the link has already started a session. */
  tokenHash: string | null;
  onInvalidLink: () => void;
}

/** The form for a new password, which is entered twice. */
export function NewPasswordForm({ tokenHash, onInvalidLink }: NewPasswordFormProps) {
  const auth = useAuth();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isSpent = useRef(tokenHash === null);

  async function spendToken(): Promise<boolean> {
    if (isSpent.current || tokenHash === null) return true;
    const result = await auth.verifyTokenHash(tokenHash, 'recovery');
    if (!result.ok) {
      const { kind, code } = result.failure;
      if (kind === 'refused' && code !== 'over_request_rate_limit') onInvalidLink();
      else reportFailure(result.failure);
      return false;
    }
    isSpent.current = true;
    await navigate(pathname, { replace: true, state: OPENED });
    return true;
  }

  async function update({ password }: NewPassword, { setFieldError }: FormActions<NewPassword>) {
    if (!(await spendToken())) return;
    const result = await auth.updatePassword(password);
    // The link proves the mailbox, and the account needs its second factor as well.
    if (!result.ok && result.failure.code === 'insufficient_aal') {
      toast.info({
        title: 'Enter your code first',
        description: 'Then change your password in your settings.',
      });
      return void navigate('/auth/sign-in', {
        replace: true,
        state: { returnTo: '/account/security' } satisfies ReturnState,
      });
    }
    if (!result.ok && ['same_password', 'weak_password'].includes(result.failure.code ?? ''))
      setFieldError('password', result.failure.message);
    if (!result.ok) return reportFailure(result.failure);
    toast.success({
      title: 'Password updated!',
      description: 'Your password has been successfully updated.',
    });
    await navigate('/app', { replace: true });
  }

  return (
    <Form
      label="Reset password"
      schema={newPasswordFormSchema}
      defaultValues={{ password: '', confirmPassword: '' }}
      onSubmit={update}
    >
      <NewPasswordFields label="New Password" rule="placeholder" />
      <SubmitButton<NewPassword>
        wide
        busyLabel="Updating password..."
        disabledWhenEmpty={['password', 'confirmPassword']}
      >
        Update Password
      </SubmitButton>
    </Form>
  );
}

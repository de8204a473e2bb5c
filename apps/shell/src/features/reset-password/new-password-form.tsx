import { useAuth, type Session } from '@homie/auth';
import {
  newPasswordFormSchema,
  type NewPasswordForm as NewPassword,
} from '@homie/contracts/authentication';
import { useLocation, useNavigate } from '@homie/composition';
import { Box, Form, LoadingState, SubmitButton, toast, type FormActions } from '@homie/ui';
import { Suspense, useRef, useState, type ComponentType } from 'react';
import { AuthPage } from '../../layout/auth-page';
import { LinkAddress, useRefuseOtherAccount } from '../../layout/link-address';
import { NewPasswordFields } from '../../layout/new-password-fields';
import { reportFailure } from '../../layout/report-failure';
import { OPENED } from './use-opened-link';

/** Asks for the second factor of a session. */
export type SecondStep = ComponentType<{
  session: Session;
  onVerified: () => void;
  back: { label: string; onPress: () => void };
}>;

interface NewPasswordFormProps {
  /** The token hash of a mailed link: submitting spends it. Null if the link has already started a session. */
  tokenHash: string | null;
  onInvalidLink: () => void;
  SecondStep: SecondStep;
}

/** A session that has to pass its second factor before the new password is set. */
interface PendingFactor {
  session: Session;
  /** Called with false if the user goes back. */
  resolve: (isVerified: boolean) => void;
}

/** The form for a new password, which is entered twice. An account with a second factor asks for it before it is set. */
export function NewPasswordForm({ tokenHash, onInvalidLink, SecondStep }: NewPasswordFormProps) {
  const auth = useAuth();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const refuseOtherAccount = useRefuseOtherAccount();
  const isSpent = useRef(tokenHash === null);
  const [pending, setPending] = useState<PendingFactor>();

  async function spendToken(): Promise<boolean> {
    if (isSpent.current || tokenHash === null) return true;
    const result = await auth.verifyTokenHash(tokenHash, 'recovery');
    if (!result.ok) {
      const { kind, code } = result.failure;
      if (kind === 'refused' && code !== 'over_request_rate_limit') onInvalidLink();
      else reportFailure(result.failure);
      return false;
    }
    if (refuseOtherAccount()) {
      onInvalidLink();
      return false;
    }
    isSpent.current = true;
    await navigate(pathname, { replace: true, state: OPENED });
    return true;
  }

  /** Asks for the second factor on this page. The form waits, so what is typed in it remains. */
  async function passFactor(): Promise<boolean> {
    const { session } = auth.store.getState();
    if (!session) return false;
    const isVerified = await new Promise<boolean>((resolve) => setPending({ session, resolve }));
    setPending(undefined);
    if (auth.store.getState().session?.user.id === session.user.id) return isVerified;
    // A passkey names its user: with this one, the password of another account would be set.
    auth.signOut();
    toast.error({
      title: 'Error',
      description:
        'This passkey belongs to another account, so your password has not been changed. Request another link.',
    });
    await navigate('/auth/sign-in', { replace: true });
    return false;
  }

  async function update({ password }: NewPassword, { setFieldError }: FormActions<NewPassword>) {
    if (!(await spendToken())) return;
    let result = await auth.updatePassword(password);
    // The link proves the mailbox, and the account needs its second factor as well.
    if (!result.ok && result.failure.code === 'insufficient_aal') {
      if (!(await passFactor())) return;
      result = await auth.updatePassword(password);
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
    <>
      {pending && (
        <Suspense fallback={<LoadingState fullScreen label="Loading..." />}>
          <SecondStep
            session={pending.session}
            onVerified={() => pending.resolve(true)}
            back={{ label: 'Back', onPress: () => pending.resolve(false) }}
          />
        </Suspense>
      )}
      <Box hidden={pending !== undefined}>
        <AuthPage title="Reset Password" subtitle="Enter your new password below">
          <LinkAddress />
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
        </AuthPage>
      </Box>
    </>
  );
}

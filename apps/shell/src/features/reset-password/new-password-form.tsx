import { useAuth } from '@homie/auth';
import {
  newPasswordFormSchema,
  PASSWORD_MIN_LENGTH,
  type NewPasswordForm as NewPassword,
} from '@homie/contracts';
import { useNavigate } from '@homie/composition';
import { Form, SubmitButton, TextField, toast } from '@homie/ui';
import { reportFailure } from '../../layout/report-failure';

/** The new password, twice. */
export function NewPasswordForm() {
  const auth = useAuth();
  const navigate = useNavigate();

  async function update({ password }: NewPassword) {
    const result = await auth.updatePassword(password);
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
      <TextField
        name="password"
        type="password"
        label="New Password"
        placeholder={`At least ${PASSWORD_MIN_LENGTH} characters`}
        autoComplete="new-password"
        minLength={PASSWORD_MIN_LENGTH}
        required
      />
      <TextField
        name="confirmPassword"
        type="password"
        label="Confirm New Password"
        autoComplete="new-password"
        required
      />
      <SubmitButton
        wide
        busyLabel="Updating password..."
        disabledWhenEmpty={['password', 'confirmPassword']}
      >
        Update Password
      </SubmitButton>
    </Form>
  );
}

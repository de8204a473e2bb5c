import { useAuth, useSession } from '@homie/auth';
import { useEnvironment } from '@homie/composition';
import { newPasswordFormSchema, type NewPasswordForm } from '@homie/contracts/authentication';
import { Box, Form, SubmitButton, TextField, toast, type FormActions } from '@homie/ui';
import { reportFailure } from '../../layout/report-failure';
import { Section } from '../../layout/section';
import type { Prove } from './use-prove';

/** The form for a new password. */
export function PasswordSection({ prove }: { prove: Prove }) {
  const auth = useAuth();
  const { passwordMinLength } = useEnvironment();
  const email = useSession()?.user.email ?? '';

  async function change(
    { password }: NewPasswordForm,
    { setFieldError, reset }: FormActions<NewPasswordForm>,
  ) {
    const result = await prove(() => auth.updatePassword(password));
    if (!result) return;
    if (result.ok) {
      reset();
      toast.success({
        title: 'Password updated!',
        description: 'Your other devices are signed out.',
      });
      return;
    }
    const { code, message } = result.failure;
    if (code === 'weak_password' || code === 'same_password')
      return setFieldError('password', message);
    reportFailure(result.failure);
  }

  return (
    <Section
      title="Password"
      description={`A new password signs out your other devices. At least ${passwordMinLength} characters.`}
    >
      <Form
        label="Change password"
        schema={newPasswordFormSchema}
        defaultValues={{ password: '', confirmPassword: '' }}
        onSubmit={change}
      >
        {/* Password managers store the new password under this name. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <TextField<NewPasswordForm>
          name="password"
          type="password"
          label="New password"
          autoComplete="new-password"
          required
        />
        <TextField<NewPasswordForm>
          name="confirmPassword"
          type="password"
          label="Confirm new password"
          autoComplete="new-password"
          required
        />
        <Box>
          <SubmitButton<NewPasswordForm>
            busyLabel="Changing..."
            disabledWhenEmpty={['password', 'confirmPassword']}
          >
            Change password
          </SubmitButton>
        </Box>
      </Form>
    </Section>
  );
}

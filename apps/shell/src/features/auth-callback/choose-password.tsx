import { newPasswordFormSchema, type NewPasswordForm } from '@homie/contracts/authentication';
import { Form, SubmitButton } from '@homie/ui';
import { NewPasswordFields } from '../../layout/new-password-fields';

/** The form for the password of an account that is about to be confirmed. */
export function ChoosePassword({ onChosen }: { onChosen: (password: string) => Promise<void> }) {
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

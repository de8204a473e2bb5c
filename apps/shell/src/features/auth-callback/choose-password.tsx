import { newPasswordFormSchema, PASSWORD_MIN_LENGTH } from '@homie/contracts';
import { Form, SubmitButton, TextField } from '@homie/ui';

/** Asks for the password of an account that is about to be confirmed. */
export function ChoosePassword({ onChosen }: { onChosen: (password: string) => Promise<void> }) {
  return (
    <Form
      label="Confirm your email"
      schema={newPasswordFormSchema}
      defaultValues={{ password: '', confirmPassword: '' }}
      onSubmit={({ password }) => onChosen(password)}
    >
      <TextField
        name="password"
        type="password"
        label="Password"
        placeholder={`At least ${PASSWORD_MIN_LENGTH} characters`}
        autoComplete="new-password"
        minLength={PASSWORD_MIN_LENGTH}
        required
      />
      <TextField
        name="confirmPassword"
        type="password"
        label="Confirm Password"
        autoComplete="new-password"
        required
      />
      <SubmitButton
        wide
        busyLabel="Confirming..."
        disabledWhenEmpty={['password', 'confirmPassword']}
      >
        Confirm my email
      </SubmitButton>
    </Form>
  );
}

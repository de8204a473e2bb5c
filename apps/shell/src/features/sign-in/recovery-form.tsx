import { lazyAccountApi, useApi } from '@homie/api-client';
import { useAuth } from '@homie/auth';
import { recoveryCodeSchema, type RecoveryCode } from '@homie/contracts/authentication';
import { Form, SubmitButton, TextField, type FormActions } from '@homie/ui';

const REFUSED = {
  wrong: 'This recovery code is wrong or was already used.',
  too_many: 'Too many attempts. Please wait 15 minutes and try again.',
};

/** The form for a recovery code, for users who do not have their authenticator app. */
export function RecoveryForm({ onVerified }: { onVerified: () => void }) {
  const auth = useAuth();
  const api = useApi();

  async function redeem({ code }: RecoveryCode, { setFieldError }: FormActions<RecoveryCode>) {
    try {
      const outcome = await (await lazyAccountApi()).redeemRecoveryCode(api, code);
      if (outcome !== 'accepted') return setFieldError('code', REFUSED[outcome]);
      // The new token has the level that the code opened.
      await auth.call((service) => service.refreshSession());
      onVerified();
    } catch {
      setFieldError('code', 'The code could not be checked. Please try again.');
    }
  }

  return (
    <Form
      label="Enter a recovery code"
      schema={recoveryCodeSchema}
      defaultValues={{ code: '' }}
      onSubmit={redeem}
    >
      <TextField<RecoveryCode>
        name="code"
        label="Recovery code"
        placeholder="xxxx-xxxx-xxxx"
        autoComplete="off"
        required
      />
      <SubmitButton<RecoveryCode> wide busyLabel="Checking..." disabledWhenEmpty={['code']}>
        Continue
      </SubmitButton>
    </Form>
  );
}

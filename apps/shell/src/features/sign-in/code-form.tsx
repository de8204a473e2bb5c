import { useAuth, type Session } from '@homie/auth';
import { codeSchema, type CodeInput } from '@homie/contracts/authentication';
import { CodeField, Form, SelectField, SubmitButton, type FormActions } from '@homie/ui';
import { reportFailure } from '../../layout/report-failure';

interface Factor {
  id?: unknown;
  friendly_name?: unknown;
  status?: string | undefined;
}

/** Returns the user's authenticator apps as the options of a select. */
function factorOptions(factors: readonly Factor[] = []) {
  return factors
    .filter(({ status }) => status === 'verified')
    .map(({ id, friendly_name: name }, index) => ({
      value: String(id),
      label: typeof name === 'string' && name !== '' ? name : `Authenticator app ${index + 1}`,
    }));
}

interface CodeFormProps {
  session: Session;
  onVerified: () => void;
}

/** The form for the code of an authenticator app. */
export function CodeForm({ session, onVerified }: CodeFormProps) {
  const auth = useAuth();
  const options = factorOptions(session.user.factors ?? []);

  async function verify({ factorId, code }: CodeInput, { setFieldError }: FormActions<CodeInput>) {
    const result = await auth.call((service) => service.mfa.challengeAndVerify({ factorId, code }));
    if (result.ok) return onVerified();
    if (result.failure.code === 'mfa_verification_failed')
      return setFieldError('code', 'This code is wrong or was already used. Enter the next one.');
    if (TEXT_OF_SERVER.has(result.failure.code))
      return setFieldError('code', result.failure.message);
    reportFailure(result.failure);
  }

  return (
    <Form
      label="Enter your code"
      schema={codeSchema}
      defaultValues={{ factorId: options[0]?.value ?? '', code: '' }}
      onSubmit={verify}
    >
      {options.length > 1 && (
        <SelectField<CodeInput> name="factorId" label="Authenticator app" options={options} />
      )}
      <CodeField<CodeInput> name="code" />
      <SubmitButton<CodeInput> wide busyLabel="Checking..." disabledWhenEmpty={['code']}>
        Continue
      </SubmitButton>
    </Form>
  );
}

/** Failures whose text comes from the server. */
const TEXT_OF_SERVER: ReadonlySet<string | undefined> = new Set([
  'over_request_rate_limit',
  'mfa_next_code_needed',
]);

import { useAuth } from '@homie/auth';
import { signUpSchema, type SignUp } from '@homie/contracts/authentication';
import { useEnvironment } from '@homie/composition';
import {
  Form,
  Heading,
  SubmitButton,
  Text,
  TextField,
  toast,
  VStack,
  type FormActions,
} from '@homie/ui';
import { forgetSignUpProof, storeSignUpProof } from '../../app/sign-up-proof';
import { NewPasswordFields } from '../../layout/new-password-fields';
import { reportFailure } from '../../layout/report-failure';
import { toFieldError } from './field-error';
import { useShowInbox } from './inbox-context';
import { readWaitAfterMail, WAIT_AFTER_MAIL } from './read-wait';
import { SharedEmail, type SharedEmailProps } from './shared-email';

/** The sign-up form, if sign-up is open. The account can be used once the email is confirmed. */
export function SignUpForm(props: SharedEmailProps) {
  const { signUp } = useEnvironment();
  return signUp.open ? <OpenSignUpForm domains={signUp.domains} {...props} /> : <SignUpClosed />;
}

function SignUpClosed() {
  return (
    <VStack gap="2" textAlign="center">
      <Heading as="h2" size="md">
        Sign-up is closed
      </Heading>
      <Text tone="muted">Ask an administrator of your organisation for an account.</Text>
    </VStack>
  );
}

interface OpenSignUpFormProps extends SharedEmailProps {
  domains: readonly string[];
}

function OpenSignUpForm({ domains, initialEmail, onEmailChange }: OpenSignUpFormProps) {
  const auth = useAuth();
  const showInbox = useShowInbox();

  async function signUp({ email, password }: SignUp, { setFieldError }: FormActions<SignUp>) {
    const result = await auth.signUp({ email, password });
    if (!result.ok) {
      const error = toFieldError(result.failure);
      if (error) setFieldError(error.field, error.message);
      const wait = readWaitAfterMail(result.failure);
      if (wait !== null) showInbox({ email, kind: 'confirmation', wait });
      return reportFailure(result.failure);
    }
    if (result.data.isNew) storeSignUpProof();
    else forgetSignUpProof();
    if (result.data.signedIn) return; // no confirmation is required here: the screen redirects
    toast.success({
      title: 'Check your email',
      description: "We've sent you a confirmation link to complete your registration.",
    });
    showInbox({ email, kind: 'confirmation', wait: WAIT_AFTER_MAIL });
  }

  return (
    <Form
      label="Sign up"
      schema={signUpSchema}
      defaultValues={{ email: initialEmail, password: '', confirmPassword: '' }}
      onSubmit={signUp}
    >
      <SharedEmail onEmailChange={onEmailChange} />
      <TextField<SignUp>
        name="email"
        type="email"
        label="Email"
        autoComplete="username"
        required
        {...(domains.length > 0 && { hint: `An address at ${domains.join(' or ')}` })}
      />
      <NewPasswordFields rule="hint" />
      <SubmitButton wide busyLabel="Creating account...">
        Create Account
      </SubmitButton>
      <Text size="sm" tone="muted" textAlign="center">
        We will send you a confirmation email to finish signing up.
      </Text>
    </Form>
  );
}

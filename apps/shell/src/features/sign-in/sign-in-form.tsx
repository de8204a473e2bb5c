import { useAuth } from '@homie/auth';
import type { Environment, SignInProvider } from '@homie/composition';
import {
  cleanAddress,
  emailOnlySchema,
  signInSchema,
  type SignIn,
} from '@homie/contracts/authentication';
import { Box, Form, SubmitButton, TextField, whenIdle, type FormActions } from '@homie/ui';
import { findProvider } from '@homie/widgets';
import { lazy, Suspense, useEffect, useState } from 'react';
import { reportFailure } from '../../layout/report-failure';
import { DemoAccounts } from './demo-accounts';
import { toFieldError } from './field-error';
import { useShowInbox } from './inbox-context';
import { MagicLinkButton } from './magic-link';
import { isSupported, PasskeyButton } from './passkey-button';
import { readPrerenderedInput, ReplacePrerenderedForm } from './prerendered-form';
import { ResetRequest } from './reset-request';
import { SharedEmail, type SharedEmailProps } from './shared-email';

const loadProviders = () => import('./provider-sign-in');
const ProviderChoices = lazy(loadProviders);

interface SignInFormProps extends SharedEmailProps {
  providers: readonly SignInProvider[];
  /** The demo accounts to offer. */
  demo: Environment['demo'];
  /** Users sign in with passkeys, if the browser supports them. */
  passkeys: boolean;
  /** Users sign in with a mailed link. */
  magicLink: boolean;
  /** The history state of the screen, for after a sign-in at a provider. */
  returnState: unknown;
  /** Called after the password was accepted. */
  onSignIn: () => void;
}

/** Has the browser suggest passkeys in the email field while they are offered, once the page is idle. */
function useSuggestedPasskeys(isOffered: boolean) {
  const auth = useAuth();
  useEffect(() => {
    if (!isOffered) return undefined;
    const offer = new AbortController();
    const cancel = whenIdle(() => {
      void import('./offer-passkeys')
        .then(({ offerPasskeys }) => offerPasskeys(auth, offer.signal))
        .catch(() => undefined);
    });
    return () => {
      cancel();
      offer.abort();
    };
  }, [auth, isOffered]);
}

/**
 * Email and password, and a request for a new password. The screen navigates once there is a session. If the email's
 * domain has an identity provider, the form leads there instead and hides the password.
 */
export function SignInForm(props: SignInFormProps) {
  const { initialEmail, onEmailChange, providers, demo, passkeys, magicLink } = props;
  const { returnState, onSignIn } = props;
  const auth = useAuth();
  const showInbox = useShowInbox();
  const [busy, setBusy] = useState(false);
  const [prerendered] = useState(readPrerenderedInput);
  const [usesPassword, setUsesPassword] = useState(false);
  const [usesPasskey, setUsesPasskey] = useState(false);
  const address = cleanAddress(initialEmail);
  const found = findProvider(providers, address);
  const provider = found && (found.only || !usesPassword) ? found : undefined;
  useSuggestedPasskeys(passkeys && isSupported && !provider && !busy && !usesPasskey);

  async function continueWith(chosen: SignInProvider) {
    const { openProvider } = await loadProviders();
    return openProvider(auth, chosen, address, returnState);
  }

  async function signIn(credentials: SignIn, { setFieldError }: FormActions<SignIn>) {
    setBusy(true);
    const result = await auth.signInWithPassword(credentials);
    setBusy(false);
    if (!result.ok) {
      if (result.failure.code === 'email_not_confirmed')
        showInbox({ email: credentials.email, kind: 'confirmation', wait: 0 });
      const error = toFieldError(result.failure);
      if (error) setFieldError(error.field, error.message);
      return reportFailure(result.failure);
    }
    onSignIn();
  }

  return (
    <Form
      label="Sign in"
      // The password is hidden, and may have been filled in by the browser.
      schema={provider ? emailOnlySchema : signInSchema}
      defaultValues={{ ...prerendered, email: prerendered.email || initialEmail }}
      onSubmit={(values, actions) => (provider ? continueWith(provider) : signIn(values, actions))}
    >
      <ReplacePrerenderedForm />
      <SharedEmail onEmailChange={onEmailChange} />
      <TextField<SignIn>
        name="email"
        inputMode="email"
        label="Email"
        autoComplete={passkeys ? 'username webauthn' : 'username'}
        required
      />
      {/* Hidden, not removed: the controls correspond to those of the prerendered form. */}
      <Box hidden={provider !== undefined}>
        <TextField<SignIn>
          name="password"
          type="password"
          label="Password"
          autoComplete="current-password"
          required
        />
      </Box>
      <SubmitButton<SignIn>
        wide
        busyLabel="Signing in..."
        disabledWhenEmpty={provider ? ['email'] : ['email', 'password']}
      >
        {provider ? `Continue with ${provider.name}` : 'Sign In'}
      </SubmitButton>
      <PasskeyButton
        isOffered={passkeys && provider === undefined}
        disabled={busy}
        onBusyChange={setUsesPasskey}
      />
      {!provider && <ResetRequest disabled={busy} />}
      {magicLink && !provider && <MagicLinkButton disabled={busy} />}
      {demo.length > 0 && <DemoAccounts emails={demo} disabled={busy} />}
      {providers.length > 0 && (
        <Suspense fallback={null}>
          <ProviderChoices
            provider={provider}
            onChoose={continueWith}
            onUsePassword={() => setUsesPassword(true)}
          />
        </Suspense>
      )}
    </Form>
  );
}

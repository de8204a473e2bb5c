import { useApi } from '@homie/api-client';
import { needsSecondFactor, useAuth, useSessionState } from '@homie/auth';
import {
  Navigate,
  useDocumentTitle,
  useEnvironment,
  useLocation,
  type Environment,
  type SignInProvider,
} from '@homie/composition';
import { LoadingState } from '@homie/ui';
import { lazy } from 'react';
import { readReturnPath } from '../../app/return-path';
import { AuthPage } from '../../layout/auth-page';
import { AuthTabs } from './auth-tabs';
import type { SharedEmailProps } from './shared-email';
import { SignInForm } from './sign-in-form';
import { SignUpForm } from './sign-up-form';

/** The second step for users who have a second factor. */
const CodeStep = lazy(() => import('./code-step'));

const TABS = [
  { id: 'sign-in', label: 'Sign In' },
  { id: 'sign-up', label: 'Sign Up' },
] as const;

export type SignInTab = (typeof TABS)[number]['id'];

const TEXTS: Record<SignInTab, { title: string; subtitle: string }> = {
  'sign-in': {
    title: 'Sign in',
    subtitle: 'Sign in to access your property management assistant',
  },
  'sign-up': {
    title: 'Sign up',
    subtitle: 'Create an account to access your property management assistant',
  },
};

interface SignInScreenProps extends SharedEmailProps {
  tab: SignInTab;
  onTabChange: (tab: SignInTab) => void;
}

/** Signing in, signing up and requesting a new password. */
export function SignInScreen(props: SignInScreenProps) {
  const auth = useAuth();
  const api = useApi();
  const { status, session } = useSessionState();
  const environment = useEnvironment();
  const { productName, providers, demo, passkeys, magicLink } = environment;
  const { state } = useLocation();
  useDocumentTitle(TEXTS[props.tab].title);

  if (status === 'loading') return <LoadingState fullScreen label="Loading..." />;
  if (session && needsSecondFactor(session)) return <CodeStep session={session} />;
  if (session) return <Navigate to={readReturnPath(state, session)} replace />;
  return (
    <SignInCard
      {...props}
      productName={productName}
      providers={providers}
      demo={demo}
      passkeys={passkeys}
      magicLink={magicLink}
      returnState={state}
      // Without a connection there is no welcome: the user is signed in nevertheless.
      onSignIn={() =>
        void import('./welcome')
          .then(({ welcome }) => welcome(auth, api, environment))
          .catch(() => undefined)
      }
    />
  );
}

interface SignInCardProps {
  productName: string;
  providers: readonly SignInProvider[];
  demo: Environment['demo'];
  passkeys: boolean;
  magicLink: boolean;
  returnState: unknown;
  onSignIn: () => void;
}

/** The screen without its conditions: also rendered by the build, for the page that is shown before the app starts. */
export function SignInCard({
  productName,
  providers,
  demo,
  passkeys,
  magicLink,
  returnState,
  onSignIn,
  tab,
  onTabChange,
  ...emailProps
}: SignInScreenProps & SignInCardProps) {
  return (
    <AuthPage title={productName} subtitle={TEXTS[tab].subtitle}>
      <AuthTabs label="Sign in or sign up" tabs={TABS} active={tab} onChange={onTabChange}>
        {tab === 'sign-in' ? (
          <SignInForm
            {...emailProps}
            providers={providers}
            demo={demo}
            passkeys={passkeys}
            magicLink={magicLink}
            returnState={returnState}
            onSignIn={onSignIn}
          />
        ) : (
          <SignUpForm {...emailProps} />
        )}
      </AuthTabs>
    </AuthPage>
  );
}

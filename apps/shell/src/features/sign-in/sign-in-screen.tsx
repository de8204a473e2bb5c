import { useSessionState } from '@homie/auth';
import { Navigate, useDocumentTitle, useEnvironment, useLocation } from '@homie/composition';
import { LoadingState } from '@homie/ui';
import { useState } from 'react';
import { readReturnPath } from '../../app/return-path';
import { AuthPage } from '../../layout/auth-page';
import { AuthTabs } from './auth-tabs';
import { SignInForm } from './sign-in-form';
import { SignUpForm } from './sign-up-form';

const TABS = [
  { id: 'sign-in', label: 'Sign In' },
  { id: 'sign-up', label: 'Sign Up' },
] as const;

type Tab = (typeof TABS)[number]['id'];

const TEXTS: Record<Tab, { title: string; subtitle: string }> = {
  'sign-in': {
    title: 'Sign in',
    subtitle: 'Sign in to access your property management assistant',
  },
  'sign-up': {
    title: 'Sign up',
    subtitle: 'Create an account to access your property management assistant',
  },
};

/** Signing in, signing up and requesting a new password. `#sign-up` opens the second tab. */
export function SignInScreen() {
  const { status, session } = useSessionState();
  const { productName } = useEnvironment();
  const { hash, state } = useLocation();
  const [tab, setTab] = useState<Tab>(hash === '#sign-up' ? 'sign-up' : 'sign-in');
  const [email, setEmail] = useState('');
  const { title, subtitle } = TEXTS[tab];
  useDocumentTitle(title);

  if (status === 'loading') return <LoadingState fullScreen label="Loading..." />;
  if (session) return <Navigate to={readReturnPath(state, session)} replace />;
  const Form = tab === 'sign-in' ? SignInForm : SignUpForm;
  return (
    <AuthPage title={productName} subtitle={subtitle}>
      <AuthTabs label="Sign in or sign up" tabs={TABS} active={tab} onChange={setTab}>
        <Form initialEmail={email} onEmailChange={setEmail} />
      </AuthTabs>
    </AuthPage>
  );
}

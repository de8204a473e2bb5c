import { useSessionState } from '@homie/auth';
import { Navigate, useDocumentTitle, useEnvironment } from '@homie/composition';
import { LoadingState } from '@homie/ui';
import { useState } from 'react';
import { AuthPage } from '../../layout/auth-page';
import { AuthTabs } from './auth-tabs';
import { SignInForm } from './sign-in-form';
import { SignUpForm } from './sign-up-form';

const TABS = [
  { id: 'sign-in', label: 'Sign In' },
  { id: 'sign-up', label: 'Sign Up' },
] as const;

/** The door: signing in, signing up, and asking for a new password. */
export function SignInScreen() {
  const { status, session } = useSessionState();
  const { productName } = useEnvironment();
  const [tab, setTab] = useState<(typeof TABS)[number]['id']>('sign-in');
  useDocumentTitle(tab === 'sign-in' ? 'Sign in' : 'Sign up');

  if (status === 'loading') return <LoadingState fullScreen label="Loading..." />;
  if (session) return <Navigate to="/app" replace />;
  return (
    <AuthPage title={productName} subtitle="Sign in to access your property management assistant">
      <AuthTabs label="Sign in or sign up" tabs={TABS} active={tab} onChange={setTab}>
        {tab === 'sign-in' ? <SignInForm /> : <SignUpForm />}
      </AuthTabs>
    </AuthPage>
  );
}

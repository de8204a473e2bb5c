import { createElement, lazy } from 'react';

/** The screens below /auth, and one that looks like them, in one file: the page of any of them preloads it. */
export { AcceptInvitation } from './accept-invitation/accept-invitation';
export { AuthCallback } from './auth-callback/auth-callback';
export { ResetPassword } from './reset-password/reset-password';
export { SignIn } from './sign-in/sign-in';
export { SignOut } from './sign-out';
export { Waiting } from './waiting';

/** The notice of the first sign-in. Imported from here only: otherwise the layout would be a file of its own. */
export const PrivacyNotice = () => createElement(LazyNotice);
const LazyNotice = lazy(() => import('./privacy-notice'));

/** The second step with a passkey, for the same reason. */
export const PasskeyStep = () => createElement(LazyPasskeyStep);
const LazyPasskeyStep = lazy(async () => ({
  default: (await import('./sign-in/passkey-step')).PasskeyStep,
}));

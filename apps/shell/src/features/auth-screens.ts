import { createElement, lazy, type ComponentType, type ReactElement } from 'react';
import type { AuthLink } from '../app/auth-link';
import { ResetPassword as ResetPasswordScreen } from './reset-password/reset-password';
import type { CodeStepProps } from './sign-in/code-step';

/** The screens below /auth, and some that look like them, in one file: the page of any of them preloads it. */
export { AcceptInvitation } from './accept-invitation/accept-invitation';
export { AuthCallback } from './auth-callback/auth-callback';
export { SignIn } from './sign-in/sign-in';

/**
 * Returns a screen that most users see once or never, and loads its code with it. Imported from here only: otherwise the
 * layout would be a file of its own.
 */
function rareScreen<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Screen = lazy(load);
  return (props: Props) => createElement<Props>(Screen, props);
}

const SecondStep = rareScreen<CodeStepProps>(() => import('./sign-in/second-step'));

/** The screen that the link of a reset mail opens. An account with a second factor is asked for it there. */
export function ResetPassword({ link }: { link: AuthLink }): ReactElement {
  return createElement(ResetPasswordScreen, { link, SecondStep });
}

export const PasskeyStep = rareScreen(() => import('./sign-in/passkey-step'));
export const NotMe = rareScreen(() => import('./not-me'));
export const PrivacyNotice = rareScreen(() => import('./privacy-notice'));
export const SignOut = rareScreen(() => import('./sign-out'));
export const Waiting = rareScreen<{ email: string | undefined }>(() => import('./waiting'));

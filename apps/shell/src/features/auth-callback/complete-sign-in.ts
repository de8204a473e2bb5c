import type { Auth } from '@homie/auth';
import type { AuthLink } from '../../app/auth-link';

/** The redirect after the callback, and the error to show. */
export interface CallbackOutcome {
  to: '/app' | '/auth/sign-in' | '/auth/sign-in?error=callback';
  error?: { title: string; description: string };
}

const FAILED = {
  title: 'Authentication failed',
  description: 'There was an error signing you in. Please try again.',
};
const UNEXPECTED = {
  title: 'Error',
  description: 'An unexpected error occurred. Please try again.',
};

/**
 * Exchanges the link's code for a session. A link that reports an error has failed already; of its texts, which anyone
 * may have written, only a known code is used.
 */
export async function completeSignIn(
  link: AuthLink,
  { exchangeCode }: Pick<Auth, 'exchangeCode'>,
): Promise<CallbackOutcome> {
  if (link.kind === 'error') {
    const { describeRefusal } = await import('./describe-refusal');
    const description = describeRefusal(link.code ?? '') ?? FAILED.description;
    return { to: '/auth/sign-in?error=callback', error: { ...FAILED, description } };
  }
  if (link.kind !== 'code') return { to: '/auth/sign-in' };
  const result = await exchangeCode(link.code);
  if (result.ok) return { to: '/app' };
  const error = result.failure.kind === 'refused' ? FAILED : UNEXPECTED;
  return { to: '/auth/sign-in?error=callback', error };
}

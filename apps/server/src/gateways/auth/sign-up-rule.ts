import { authError } from './auth-error.ts';

/** Rule for self-registration. */
export interface SignUpRule {
  open: boolean;
  /** Mail domains that may sign up; an empty list allows every domain. */
  domains: readonly string[];
}

export const ANYBODY: SignUpRule = { open: true, domains: [] };

const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/**
 * Reads HOMIE_SIGN_UP.
 * @throws Error with a message that names the expected value
 */
export function readSignUpRule(text: string | undefined): SignUpRule {
  const given = text?.trim().toLowerCase() ?? '';
  if (given === '' || given === 'open') return ANYBODY;
  if (given === 'closed') return { open: false, domains: [] };
  const domains = given.split(',').map((domain) => domain.trim());
  if (!domains.every((domain) => DOMAIN.test(domain)))
    throw new Error(
      'Set HOMIE_SIGN_UP to open, to closed, or to the mail domains whose people may sign up, like "homie.example, care.example".',
    );
  return { open: true, domains: [...new Set(domains)] };
}

/** Refuses an address that may not sign up, whether or not it has an account. */
export function refuseSignUp(email: string, { open, domains }: SignUpRule): Response | undefined {
  if (!open)
    return authError(
      422,
      'signup_disabled',
      'Sign-up is closed. Ask an administrator for an account.',
    );
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (domains.length === 0 || domains.includes(domain)) return undefined;
  return authError(
    422,
    'email_address_not_authorized',
    `Only addresses at ${domains.join(' or ')} can sign up.`,
  );
}

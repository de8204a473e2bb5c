import { authError } from './auth-error.ts';

/** Rule for self-registration. */
export interface SignUpRule {
  open: boolean;
  /** Mail domains that may sign up; an empty list allows every domain. */
  domains: readonly string[];
  /** A new user has no access until an administrator approves it; false by default. */
  needsApproval?: boolean;
}

export const ANYBODY: SignUpRule = { open: true, domains: [] };

const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/** The word that makes new users wait for approval, alone or among mail domains. */
const APPROVE = 'approve';

/**
 * Reads HOMIE_SIGN_UP.
 * @param byDefault the rule if it is not set
 * @throws Error with a message that names the expected value
 */
export function readSignUpRule(text: string | undefined, byDefault = 'open'): SignUpRule {
  const given = text?.trim().toLowerCase() || byDefault;
  if (given === 'open') return ANYBODY;
  if (given === 'closed') return { open: false, domains: [] };
  const words = given.split(',').map((word) => word.trim());
  const domains = words.filter((word) => word !== APPROVE);
  if (!domains.every((domain) => DOMAIN.test(domain)))
    throw new Error(
      'Set HOMIE_SIGN_UP to open, to closed, to approve, or to the mail domains whose people may sign up, like "homie.example, care.example"; with approve among the domains, new users wait for approval.',
    );
  return {
    open: true,
    domains: [...new Set(domains)],
    ...(words.length > domains.length && { needsApproval: true }),
  };
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

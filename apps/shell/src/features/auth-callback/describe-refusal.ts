/** The reason why a sign-in through an identity provider was refused, and what the user can do, by its code. */
const REFUSALS: Readonly<Record<string, string>> = {
  access_denied: 'You cancelled, or your organisation does not let you use this app.',
  bad_oauth_callback:
    "Your organisation's sign-in sent an answer that we can't accept. Please try again.",
  bad_oauth_state: 'This sign-in took too long, or was used already. Please try again.',
  email_address_not_authorized:
    "The email address of this account can't sign in here. Choose another account, or ask an administrator.",
  provider_email_needs_verification:
    'Your organisation has not confirmed your email address. Ask your IT support to confirm it.',
  signup_disabled: "You don't have an account here yet. Ask an administrator for one.",
  sso_clock_difference:
    "The clocks of your organisation's sign-in and of this server differ by more than 2 minutes. Tell an administrator.",
  sso_identity_changed:
    'Your email address is linked to another account of your organisation. Ask an administrator to remove the link.',
  sso_unavailable:
    "Your organisation's sign-in does not respond. Please try again in a few minutes.",
  user_banned: 'This account is deactivated. Ask an administrator.',
};

/** Returns the explanation of an error code; undefined for any other text, which the link may have from anyone. */
export function describeRefusal(code: string): string | undefined {
  return Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
}

import type { AuthContext, AuthRoute } from './auth-context.ts';
import { authError } from './auth-error.ts';
import { mailLink } from './mail-link.ts';

/**
 * POST /resend of the confirmation mail, with the same token, so that the link in the first mail stays valid. A confirmed
 * account gets a mail that it exists. Lite's own route never sends one.
 */
export const resend = (context: AuthContext): AuthRoute =>
  mailLink(context, (body, flow) =>
    body['type'] === 'signup'
      ? { kind: 'signup', ...flow }
      : authError(400, 'validation_failed', 'Only the confirmation mail can be sent again'),
  );

import type { AuthContext, AuthRoute } from './auth-context.ts';
import { mailLink } from './mail-link.ts';

/**
 * POST /recover: mails a link for a new password. A second request mails the same token again, so that the link in the
 * first mail stays valid.
 */
export const recover = (context: AuthContext): AuthRoute =>
  mailLink(context, (_body, flow) => ({ kind: 'recovery', ...flow }));

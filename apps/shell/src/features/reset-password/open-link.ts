import type { Auth, AuthResult } from '@homie/auth';
import type { AuthLink } from '../../app/auth-link';

/** The verdict on a link for a new password. */
export type LinkStatus = 'valid' | 'invalid' | 'unreachable';

type Opening = Pick<Auth, 'exchangeCode' | 'setSessionFromTokens'>;

/** Exchanges tokens or a code for a session. A token hash is spent by the form, on a button press. */
export async function openLink(link: AuthLink, auth: Opening): Promise<LinkStatus> {
  const result = await redeem(link, auth);
  if (result?.ok) return 'valid';
  return result?.failure.kind === 'unexpected' ? 'unreachable' : 'invalid';
}

async function redeem(link: AuthLink, auth: Opening): Promise<AuthResult | null> {
  switch (link.kind) {
    case 'tokens':
      return auth.setSessionFromTokens(link);
    case 'code':
      return auth.exchangeCode(link.code);
    default:
      return null;
  }
}

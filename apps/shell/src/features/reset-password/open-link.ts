import type { Auth, AuthResult } from '@homie/auth';
import type { AuthLink } from '../../app/auth-link';

/** What a link to a new password turned out to be worth. */
export type LinkVerdict = 'valid' | 'invalid' | 'unreachable';

type Opening = Pick<Auth, 'exchangeCode' | 'setSessionFromTokens' | 'verifyRecovery'>;

/** Turns the link into a session: in whichever way the service that sent it writes its links. */
export async function openLink(link: AuthLink, auth: Opening): Promise<LinkVerdict> {
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
    case 'token-hash':
      return auth.verifyRecovery(link.tokenHash);
    default:
      return null;
  }
}

import type { Redirects } from './allowed-redirects.ts';
import type { FlowRequest } from '../../data/database/auth-flows.ts';
import { toText, type AuthBody } from './read-auth-body.ts';

/** Returns the redirect of the mail of this call, and the PKCE challenge that its code is bound to. */
export function flowRequest(request: Request, body: AuthBody, redirects: Redirects): FlowRequest {
  const redirectTo = redirects.resolve(new URL(request.url).searchParams.get('redirect_to'));
  const codeChallenge = toText(body['code_challenge']);
  if (codeChallenge === '') return { redirectTo };
  const codeChallengeMethod =
    toText(body['code_challenge_method']).toLowerCase() === 'plain' ? 'plain' : 's256';
  return { redirectTo, codeChallenge, codeChallengeMethod };
}

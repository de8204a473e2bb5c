import { hash } from 'bcrypt';
import type { AuthContext, AuthRoute } from './auth-context.ts';
import { authError, linkExpired } from './auth-error.ts';
import { confirmEmailChange } from './email-change.ts';
import { isProof } from './exchange-code.ts';
import { forward } from './forward.ts';
import { HASH_ROUNDS, hashing } from './hashing.ts';
import { refuseTooMany } from './limit-answers.ts';
import { refuseOtherSignIn } from './providers/refuse-other-sign-in.ts';
import { redeemMagicLink } from './magic-link.ts';
import { readAuthBody, toText, type AuthBody } from './read-auth-body.ts';

const TYPES = new Set(['signup', 'recovery', 'email', 'invite', 'email_change']);

/**
 * POST /verify with the `token_hash` of a mailed link; for a sign-up with the `code_verifier` of the browser that
 * signed up, or with a `password`. The account of an invitation gets its password afterwards, by PUT /user.
 */
export function verifyToken(context: AuthContext): AuthRoute {
  return async (request, caller) => {
    const body = await readAuthBody(request);
    if (body instanceof Response) return body;
    const refused = await refuseTooMany(context.limiter, [['verifyPerAddress', caller.address]]);
    if (refused) return refused;
    const type = toText(body['type']);
    const tokenHash = toText(body['token_hash']);
    if (!(TYPES.has(type) || (type === 'magiclink' && context.magicLink)) || tokenHash === '')
      return authError(400, 'validation_failed', 'Verify requires a token hash and its type');
    const link = await context.flows.findMailedLink(tokenHash);
    if (link && !link.isOpen) return linkExpired();
    if (type === 'email_change') return confirmEmailChange(context, tokenHash);
    const elsewhere = refuseOtherSignIn(context, link?.email);
    if (elsewhere) return elsewhere;
    if (type === 'magiclink') return redeemMagicLink(context, tokenHash);
    if (type === 'invite') await context.flows.restoreInvitation(tokenHash);
    else if (type !== 'recovery') {
      const unproven = await confirmSignUp(context, tokenHash, body);
      if (unproven) return unproven;
    }
    return forward(context, request, {
      type: type === 'recovery' ? type : 'signup',
      token_hash: tokenHash,
    });
  };
}

/**
 * Prepares the confirmation of a sign-up. The password of a sign-up is valid only if the browser that confirms it is
 * the one that signed up: anyone can sign up with another person's address, and would have an account once its owner
 * confirms. Any other browser chooses a password.
 * @returns the refusal if there is no password, which consumes nothing
 */
async function confirmSignUp(
  { flows, refuseNewPassword }: AuthContext,
  token: string,
  body: AuthBody,
): Promise<Response | undefined> {
  const link = await flows.findLink(token);
  if (!link) return undefined;
  const { code_challenge: challenge, code_challenge_method: method } = link;
  if (challenge && isProof(toText(body['code_verifier']), challenge, method ?? 's256')) {
    await flows.restoreSignUp(token);
    return undefined;
  }
  const password = toText(body['password']);
  if (password === '')
    return authError(422, 'password_required', 'Choose a password to confirm your email');
  const refused = await refuseNewPassword(password);
  if (refused) return refused;
  await flows.restoreSignUp(token, await hashing(() => hash(password, HASH_ROUNDS)));
  return undefined;
}

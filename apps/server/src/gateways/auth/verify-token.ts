import type { AuthContext, AuthRoute } from './auth-context.ts';
import { authError } from './auth-error.ts';
import { forward } from './forward.ts';
import { refuseTooMany } from './limit-answers.ts';
import { readAuthBody, textOf } from './read-auth-body.ts';

const TYPES = new Set(['signup', 'recovery', 'email']);

/** POST /verify with the `token_hash` of a mailed link. */
export function verifyToken(context: AuthContext): AuthRoute {
  return async (request, caller) => {
    const body = await readAuthBody(request);
    if (body instanceof Response) return body;
    const refused = await refuseTooMany(context.limiter, [['verifyPerAddress', caller.address]]);
    if (refused) return refused;
    const type = textOf(body['type']);
    const tokenHash = textOf(body['token_hash']);
    if (!TYPES.has(type) || tokenHash === '')
      return authError(400, 'validation_failed', 'Verify requires a token hash and its type');
    if (type !== 'recovery') await context.flows.restoreSignUp(tokenHash);
    return forward(context, request, {
      type: type === 'email' ? 'signup' : type,
      token_hash: tokenHash,
    });
  };
}

import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { AuthContext, AuthRoute } from './auth-context.ts';
import { authError } from './auth-error.ts';
import { refuseTooMany } from './limit-answers.ts';
import { readAuthBody, toText } from './read-auth-body.ts';

const sealedSessionSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.coerce.number(),
  expires_at: z.coerce.number(),
});

/** POST /token?grant_type=pkce: once, within five minutes, with the verifier. */
export function exchangeCode(context: AuthContext): AuthRoute {
  const { flows, lite, limiter, siteUrl } = context;
  return async (request, caller) => {
    const body = await readAuthBody(request);
    if (body instanceof Response) return body;
    const refused = await refuseTooMany(limiter, [['verifyPerAddress', caller.address]]);
    if (refused) return refused;
    const code = toText(body['auth_code']);
    const verifier = toText(body['code_verifier']);
    if (code === '' || verifier === '')
      return authError(
        400,
        'validation_failed',
        'invalid request: both auth code and code verifier should be non-empty',
      );
    const flow = await flows.takeCode(code);
    if (!flow)
      return authError(
        404,
        'flow_state_not_found',
        'invalid flow state, no valid flow state found',
      );
    if (flow.expired)
      return authError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
    if (!isProof(verifier, flow.code_challenge, flow.code_challenge_method))
      return authError(
        400,
        'bad_code_verifier',
        'code challenge does not match previously saved code verifier',
      );
    const session = sealedSessionSchema.parse(JSON.parse(flow.session()));
    const user = await lite.fetch(
      new Request(new URL('/auth/v1/user', siteUrl), {
        headers: {
          apikey: context.secrets.publishableKey,
          authorization: `Bearer ${session.access_token}`,
        },
      }),
    );
    if (!user.ok) return user;
    // An office behind one address signs in at the same time of day.
    if (caller.address !== null) await limiter.refund('verifyPerAddress', caller.address);
    return Response.json({ ...session, token_type: 'bearer', user: await user.json() });
  };
}

/** Returns whether a verifier matches the challenge, which the same browser sent. */
export function isProof(verifier: string, challenge: string, method: string): boolean {
  const proof =
    method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  const [a, b] = [Buffer.from(proof), Buffer.from(challenge)];
  return a.length === b.length && timingSafeEqual(a, b);
}

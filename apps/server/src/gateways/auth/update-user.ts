import { verifyAccessToken } from './access-token.ts';
import type { AuthContext, AuthRoute } from './auth-context.ts';
import { authError } from './auth-error.ts';
import { refuseUnproven, requireSession } from './factors/require-session.ts';
import { forward } from './forward.ts';
import { refuseOtherSignIn } from './providers/refuse-other-sign-in.ts';
import { readAuthBody } from './read-auth-body.ts';

/** PUT /user. A new password needs a recent sign-in, and ends the user's other sessions. */
export function updateUser(context: AuthContext): AuthRoute {
  const { database, secrets } = context;

  async function endOtherSessions(token: string): Promise<void> {
    const { userId, sessionId } = await verifyAccessToken(token, secrets.jwtSecret);
    await database.query(
      'delete from auth.sessions where user_id = $1::text::uuid and id::text <> $2',
      [userId, sessionId],
    );
  }

  return async (request) => {
    const body = await readAuthBody(request);
    if (body instanceof Response) return body;
    if (body['email'] !== undefined || body['phone'] !== undefined)
      return authError(422, 'validation_failed', 'The email address cannot be changed here');
    const { password, data } = body;
    if (password !== undefined) {
      if (typeof password !== 'string')
        return authError(400, 'validation_failed', 'The password must be a text');
      const session = await requireSession(context, request);
      if (session instanceof Response) return session;
      const refused =
        refuseOtherSignIn(context, session.email) ??
        refuseUnproven(session, 'change the password') ??
        (await context.refuseNewPassword(password));
      if (refused) return refused;
    }
    const response = await forward(context, request, {
      ...(password === undefined ? {} : { password }),
      ...(data === undefined ? {} : { data }),
    });
    if (response.ok && password !== undefined)
      await endOtherSessions((request.headers.get('authorization') ?? '').slice('Bearer '.length));
    return response;
  };
}

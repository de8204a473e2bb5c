import type { AuthContext, AuthRoute } from './auth-context.ts';
import { authError } from './auth-error.ts';
import { prepareEmailChange } from './email-change.ts';
import { refuseUnproven, refuseWithoutFactor, requireSession } from './factors/require-session.ts';
import { flowRequest } from './flow-request.ts';
import { forward } from './forward.ts';
import { refuseOtherSignIn } from './providers/refuse-other-sign-in.ts';
import { refuseTooMany } from './limit-answers.ts';
import { readAuthBody, toText } from './read-auth-body.ts';

/** What a user may store with the account. Every token has it, so it must stay small. */
const METADATA = new Set(['display_name', 'time_zone', 'notice_confirmed_at']);
const METADATA_LENGTH = 200;

/** Returns the response if the metadata has other names, or values that are not short. */
function refuseMetadata(data: unknown): Response | undefined {
  if (data === undefined) return undefined;
  const isValid =
    typeof data === 'object' &&
    data !== null &&
    Object.entries(data).every(
      ([name, value]) => METADATA.has(name) && JSON.stringify(value).length <= METADATA_LENGTH,
    );
  if (isValid) return undefined;
  return authError(
    422,
    'validation_failed',
    `An account has only ${[...METADATA].join(', ')}, each of at most ${METADATA_LENGTH} characters`,
  );
}

/**
 * PUT /user. A new password or email address needs a recent sign-in. A password ends the user's other sessions; an
 * address is changed once both are confirmed.
 */
export function updateUser(context: AuthContext): AuthRoute {
  const { database } = context;
  return async (request, caller) => {
    const body = await readAuthBody(request);
    if (body instanceof Response) return body;
    const { data, email } = body;
    const password = body['password'] === undefined ? undefined : toText(body['password']);
    if (body['phone'] !== undefined)
      return authError(422, 'validation_failed', 'Accounts have no phone number');
    const refusedData = refuseMetadata(data);
    if (refusedData) return refusedData;
    const session = await requireSession(context, request);
    if (session instanceof Response) return session;
    const unproven = refuseWithoutFactor(session, 'change the account');
    if (unproven) return unproven;
    if (password !== undefined) {
      const refused =
        refuseOtherSignIn(context, session.email) ??
        refuseUnproven(session, 'change the password') ??
        (await refuseTooMany(context.limiter, [['passwordPerUser', session.userId]])) ??
        (await context.refuseNewPassword(password));
      if (refused) return refused;
    }
    const { redirectTo } = flowRequest(request, body, context.redirects);
    const requestChange =
      email !== undefined &&
      (await prepareEmailChange(context, session, email, { redirectTo, caller }));
    if (requestChange instanceof Response) return requestChange;
    const response = await forward(context, request, {
      ...(password === undefined ? {} : { password }),
      ...(data === undefined ? {} : { data }),
    });
    if (!response.ok) return response;
    if (password !== undefined)
      await database.query(
        'delete from auth.sessions where user_id = $1::text::uuid and id::text <> $2',
        [session.userId, session.sessionId],
      );
    if (!requestChange) return response;
    // Last: a new password ends the links of a change.
    await requestChange();
    return forward(context, request, {});
  };
}

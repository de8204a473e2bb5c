import type { AuthContext, AuthRoute } from './auth-context.ts';
import { authError } from './auth-error.ts';
import { errorCodeOf, forward } from './forward.ts';
import { readAuthBody, textOf } from './read-auth-body.ts';

const notFound = () =>
  authError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');

/** POST /token?grant_type=refresh_token */
export function refreshSession(context: AuthContext): AuthRoute {
  return async (request) => {
    const body = await readAuthBody(request);
    if (body instanceof Response) return body;
    const refreshToken = textOf(body['refresh_token']);
    if (refreshToken === '') return notFound();
    const response = await forward(context, request, { refresh_token: refreshToken });
    return (await errorCodeOf(response)) === 'validation_failed' ? notFound() : response;
  };
}

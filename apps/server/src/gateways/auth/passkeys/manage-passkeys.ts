import type { AuthContext, AuthRoute } from '../auth-context.ts';
import { authError } from '../auth-error.ts';
import { refuseUnproven, refuseWithoutFactor, requireSession } from '../factors/require-session.ts';
import { readAuthBody, toText } from '../read-auth-body.ts';
import { isUuid } from '../uuid.ts';

/** Handles one kind of call about the passkey with an id. */
export type PasskeyRoute = (request: Request, id: string) => Promise<Response>;

const NAME_MAX = 120;
const COLUMNS = 'id::text, friendly_name, created_at, last_used_at';

interface Passkey extends Record<string, unknown> {
  id: string;
  friendly_name: string;
  created_at: string;
  last_used_at: string | null;
}

/** Returns a passkey without its key, and without a last use if there is none. */
function describePasskey({ last_used_at: usedAt, ...passkey }: Passkey) {
  return { ...passkey, ...(usedAt !== null && { last_used_at: usedAt }) };
}

const notFound = () => authError(404, 'validation_failed', 'Passkey not found');

/** GET /passkeys: the user's own. */
export function listPasskeys(context: AuthContext): AuthRoute {
  return async (request) => {
    const session = await requireSession(context, request);
    if (session instanceof Response) return session;
    const refused = refuseWithoutFactor(session, 'list passkeys');
    if (refused) return refused;
    const passkeys = await context.database.query<Passkey>(
      `select ${COLUMNS} from auth.webauthn_credentials
       where user_id = $1::text::uuid order by created_at, id`,
      [session.userId],
    );
    return Response.json(passkeys.map(describePasskey));
  };
}

/** PATCH /passkeys/:id: renames a passkey. */
export function renamePasskey(context: AuthContext): PasskeyRoute {
  return async (request, id) => {
    const body = await readAuthBody(request);
    if (body instanceof Response) return body;
    const session = await requireSession(context, request);
    if (session instanceof Response) return session;
    const refused = refuseWithoutFactor(session, 'rename a passkey');
    if (refused) return refused;
    const name = toText(body['friendly_name']).trim();
    if (name === '') return authError(400, 'validation_failed', 'friendly_name is required');
    if (name.length > NAME_MAX)
      return authError(
        400,
        'validation_failed',
        `friendly_name must be ${NAME_MAX} characters or less`,
      );
    const [renamed] = await context.database.query<Passkey>(
      `update auth.webauthn_credentials set friendly_name = $3, updated_at = now()
       where id = $1::text::uuid and user_id = $2::text::uuid returning ${COLUMNS}`,
      [id, session.userId, name],
    );
    return renamed ? Response.json(describePasskey(renamed)) : notFound();
  };
}

/**
 * DELETE /passkeys/:id: removes a passkey, and ends the other sessions that it started. The session that added it is aal1
 * again, and so is every session of a user without another passkey or factor.
 */
export function removePasskey(context: AuthContext): PasskeyRoute {
  return async (request, id) => {
    const session = await requireSession(context, request);
    if (session instanceof Response) return session;
    const refused = refuseUnproven(session, 'remove a passkey');
    if (refused) return refused;
    const removed = await context.database.query(
      `with removed as (
         delete from auth.webauthn_credentials
         where id = $1::text::uuid and user_id = $2::text::uuid
         returning id
       ),
       affected as (
         select id, exists (
           select from auth.mfa_amr_claims
           where session_id = sessions.id and authentication_method = 'passkey'
         ) as is_started
         from auth.sessions
         where factor_id = $1::text::uuid and id <> $3::text::uuid and exists (select from removed)
       ),
       deleted as (
         delete from auth.sessions where id in (select id from affected where is_started)
       ),
       lowered as (
         update auth.sessions set aal = 'aal1', factor_id = null
         where user_id = $2::text::uuid and exists (select from removed)
           and id not in (select id from affected where is_started)
           and (
             id in (select id from affected)
             or not exists (
               select from auth.mfa_factors where user_id = $2::text::uuid and status = 'verified'
               union all
               select from auth.webauthn_credentials
               where user_id = $2::text::uuid and id <> $1::text::uuid
             )
           )
       )
       select id from removed`,
      [id, session.userId, session.sessionId],
    );
    if (removed.length === 0) return notFound();
    context.sessions.forget();
    return new Response(null, { status: 204 });
  };
}

/** Calls a route with the id of a path, if it can be one. */
export function withPasskey(route: PasskeyRoute, id: string): AuthRoute {
  return async (request) => (isUuid(id) ? route(request, id.toLowerCase()) : notFound());
}

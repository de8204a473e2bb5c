import { randomUUID } from 'node:crypto';
import { generateSecret, generateURI } from 'otplib/functional';
import { renderSVG } from 'uqr';
import { seal } from '../../../data/secrets/sealed-text.ts';
import type { AuthContext, AuthRoute } from '../auth-context.ts';
import { authError } from '../auth-error.ts';
import { readAuthBody, toText } from '../read-auth-body.ts';
import { refuseUnproven, requireSession } from './require-session.ts';

const FACTORS_MAX = 10;
const NAME_MAX = 64;

/**
 * POST /factors: adds an authenticator app, unverified until its first code. The secret is returned once, and stored
 * encrypted.
 */
export function enrollFactor(context: AuthContext, issuer: string): AuthRoute {
  const { database, secrets } = context;
  return async (request) => {
    const body = await readAuthBody(request);
    if (body instanceof Response) return body;
    const session = await requireSession(context, request);
    if (session instanceof Response) return session;
    if (body['factor_type'] !== 'totp')
      return authError(422, 'mfa_factor_type_not_supported', 'Only factor_type totp is supported');
    const name = toText(body['friendly_name']).trim();
    if (name.length > NAME_MAX)
      return authError(422, 'validation_failed', `A name has at most ${NAME_MAX} characters`);
    const refused = refuseUnproven(session, 'enroll a new factor');
    if (refused) return refused;

    const id = randomUUID();
    const secret = generateSecret();
    // An abandoned attempt is replaced, so that its name can be used again. Within the other statement, PostgreSQL might
    // insert before it deletes.
    await database.query(
      "delete from auth.mfa_factors where user_id = $1::text::uuid and status = 'unverified'",
      [session.userId],
    );
    const added = await database.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
       select $1::text::uuid, $2::text::uuid, $3::text, 'totp', 'unverified', $4::text
       where not exists (
         select from auth.mfa_factors
         where user_id = $2::text::uuid and friendly_name = $3::text and $3::text <> '' and status = 'verified'
       )
       and ${FACTORS_MAX} > (
         select count(*) from auth.mfa_factors where user_id = $2::text::uuid and status = 'verified'
       )
       on conflict do nothing
       returning id`,
      [id, session.userId, name, seal(secret, secrets.secretKey)],
    );
    if (added.length === 0)
      return authError(
        422,
        'mfa_factor_name_conflict',
        `A factor with the friendly name "${name}" for this user already exists`,
      );
    const uri = generateURI({ issuer, label: session.email, secret });
    return Response.json({
      id,
      type: 'totp',
      friendly_name: name,
      totp: { qr_code: renderSVG(uri), secret, uri },
    });
  };
}

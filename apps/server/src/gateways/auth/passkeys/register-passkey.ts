import * as z from 'zod/mini';
import type { AuthContext, AuthRoute } from '../auth-context.ts';
import { authError } from '../auth-error.ts';
import { refuseUnproven, requireSession, type CurrentSession } from '../factors/require-session.ts';
import { refuseTooMany } from '../limit-answers.ts';
import { refuseOtherSignIn } from '../providers/refuse-other-sign-in.ts';
import { readAuthBody } from '../read-auth-body.ts';
import { nameAuthenticator } from './authenticator-names.ts';
import {
  CHALLENGE_SECONDS,
  issueChallenge,
  consumeChallenge,
  verificationFailed,
} from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';

const PASSKEYS_MAX = 10;
/** EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];

/** The response of `navigator.credentials.create()`. */
const createdSchema = z.object({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(8))),
  }),
});

type CreatedPasskey = z.infer<typeof createdSchema>;

/** Refuses to add a passkey to an account. */
function refuseRegistration(context: AuthContext, session: CurrentSession): Response | undefined {
  return refuseOtherSignIn(context, session.email) ?? refuseUnproven(session, 'add a passkey');
}

const tooMany = () => authError(422, 'too_many_passkeys', 'Maximum number of passkeys reached');

/** POST /passkeys/registration/options: starts to add a passkey to the account of a session. */
export function startRegistration(context: AuthContext, party: RelyingParty): AuthRoute {
  const { database, limiter } = context;
  return async (request, { address }) => {
    const session = await requireSession(context, request);
    if (session instanceof Response) return session;
    const refused =
      refuseRegistration(context, session) ??
      (await refuseTooMany(limiter, [['passkeyPerAddress', address]]));
    if (refused) return refused;
    const existing = await database.query<{ id: string; transports: string[] }>(
      `select encode(credential_id, 'hex') as id, transports
       from auth.webauthn_credentials where user_id = $1::text::uuid order by created_at`,
      [session.userId],
    );
    if (existing.length >= PASSKEYS_MAX) return tooMany();
    const { generateRegistrationOptions } = await import('@simplewebauthn/server');
    const options = await generateRegistrationOptions({
      rpID: party.id,
      rpName: party.name,
      // As Supabase Auth encodes it, so that passkeys stay valid in a project at the same address.
      userID: new TextEncoder().encode(session.userId),
      userName: session.email,
      userDisplayName: session.email,
      timeout: CHALLENGE_SECONDS * 1000,
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: existing.map(({ id, transports }) => ({
        id: Buffer.from(id, 'hex').toString('base64url'),
        transports,
      })),
    });
    const issued = await issueChallenge(database, options.challenge, session);
    return Response.json({ ...issued, options });
  };
}

/** Verifies a new passkey; undefined if it is not valid. */
async function verifyPasskey(party: RelyingParty, challenge: string, response: CreatedPasskey) {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  try {
    const attestation = decodeAttestationObject(
      new Uint8Array(Buffer.from(response.response.attestationObject, 'base64url')),
    );
    // None was requested. Verifying a certificate of the sender's choice would request its revocation list.
    if (attestation.get('fmt') !== 'none' && attestation.get('fmt') !== 'packed') return undefined;
    if (attestation.get('attStmt').get('x5c') !== undefined) return undefined;
    const { transports, ...created } = response.response;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...response,
        response: { ...created, ...(transports && { transports }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return verified ? registrationInfo : undefined;
  } catch {
    return undefined;
  }
}

/**
 * POST /passkeys/registration/verify: adds the passkey. The user was verified, so the session is raised to aal2 as after
 * a second factor: the next token has the new level.
 */
export function verifyRegistration(context: AuthContext, party: RelyingParty): AuthRoute {
  const { database } = context;
  return async (request) => {
    const body = await readAuthBody(request);
    if (body instanceof Response) return body;
    const session = await requireSession(context, request);
    if (session instanceof Response) return session;
    const refused = refuseRegistration(context, session);
    if (refused) return refused;
    const challenge = await consumeChallenge(database, body, session);
    if (challenge instanceof Response) return challenge;
    const response = createdSchema.safeParse(body['credential']);
    const created = response.data && (await verifyPasskey(party, challenge, response.data));
    if (!response.data || !created) return verificationFailed();

    const added = await database.transaction(async (transaction) => {
      // Two additions at once.
      await transaction.query(
        'select 1 from auth.users where id = $1::text::uuid for no key update',
        [session.userId],
      );
      const [{ count } = { count: 0 }] = await transaction.query<{ count: number }>(
        'select count(*)::integer as count from auth.webauthn_credentials where user_id = $1::text::uuid',
        [session.userId],
      );
      if (count >= PASSKEYS_MAX) return tooMany();
      const [passkey] = await transaction.query<{ id: string }>(
        `insert into auth.webauthn_credentials
           (user_id, credential_id, public_key, attestation_type, aaguid, sign_count, transports,
            backup_eligible, backed_up, friendly_name)
         values ($1::text::uuid, decode($2, 'hex'), decode($3, 'hex'), 'none', $4::text::uuid, $5::bigint, $6::jsonb,
           $7, $8, $9)
         on conflict (credential_id) do nothing
         returning id::text, friendly_name, created_at`,
        [
          session.userId,
          Buffer.from(created.credential.id, 'base64url').toString('hex'),
          Buffer.from(created.credential.publicKey).toString('hex'),
          created.aaguid,
          created.credential.counter,
          created.credential.transports ?? [],
          created.credentialDeviceType === 'multiDevice',
          created.credentialBackedUp,
          nameAuthenticator(created.aaguid),
        ],
      );
      if (!passkey)
        return authError(
          422,
          'webauthn_credential_exists',
          'This credential is already registered',
        );
      await transaction.query(
        `with raised as (
           update auth.sessions set aal = 'aal2', factor_id = $2::text::uuid
           where id = $1::text::uuid and aal is distinct from 'aal2'
           returning id
         )
         insert into auth.mfa_amr_claims (id, session_id, authentication_method)
         select gen_random_uuid(), id, 'mfa/webauthn' from raised
         on conflict (session_id, authentication_method) do update set updated_at = now()`,
        [session.sessionId, passkey.id],
      );
      return passkey;
    });
    if (added instanceof Response) return added;
    context.sessions.forget();
    return Response.json(added);
  };
}

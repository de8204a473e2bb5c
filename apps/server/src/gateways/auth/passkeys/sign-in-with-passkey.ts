import * as z from 'zod/mini';
import type { AuthContext, AuthRoute } from '../auth-context.ts';
import { authError } from '../auth-error.ts';
import { readErrorCode } from '../forward.ts';
import { refuseTooMany } from '../limit-answers.ts';
import { refuseOtherSignIn } from '../providers/refuse-other-sign-in.ts';
import { readAuthBody } from '../read-auth-body.ts';
import { openSession, startSession } from '../start-session.ts';
import {
  CHALLENGE_SECONDS,
  issueChallenge,
  consumeChallenge,
  verificationFailed,
} from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';

/** The response of `navigator.credentials.get()`. */
const usedSchema = z.object({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    // Passkeys name their user: no address is needed, so none can be tried.
    userHandle: z.string(),
  }),
});

type UsedPasskey = z.infer<typeof usedSchema>;

interface StoredPasskey extends Record<string, unknown> {
  id: string;
  user_id: string;
  public_key: string;
  email: string;
  banned: boolean;
  confirmed: boolean;
}

/** POST /passkeys/authentication/options: starts a sign-in with any passkey of this site. */
export function startAuthentication(context: AuthContext, party: RelyingParty): AuthRoute {
  return async (_request, { address }) => {
    const refused = await refuseTooMany(context.limiter, [['passkeyPerAddress', address]]);
    if (refused) return refused;
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
    const options = await generateAuthenticationOptions({
      rpID: party.id,
      userVerification: 'required',
      timeout: CHALLENGE_SECONDS * 1000,
    });
    const issued = await issueChallenge(context.database, options.challenge);
    return Response.json({ ...issued, options });
  };
}

/**
 * POST /passkeys/authentication/verify: starts a session at aal2, since the passkey is on a device that has verified its
 * user. Refused attempts are recorded in the audit log.
 */
export function verifyAuthentication(context: AuthContext, party: RelyingParty): AuthRoute {
  const { database, limiter, waitUntil } = context;

  /**
   * Verifies that the passkey signed the challenge for its user; undefined if not. The counter is compared when it is
   * stored.
   */
  async function verify(challenge: string, response: UsedPasskey, passkey: StoredPasskey) {
    const user = Buffer.from(response.response.userHandle, 'base64url').toString();
    if (user !== passkey.user_id) return undefined;
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { ...response, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: [...party.origins],
        expectedRPID: party.id,
        requireUserVerification: true,
        credential: {
          id: response.id,
          publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'hex')),
          counter: 0,
        },
      });
      return verified ? authenticationInfo : undefined;
    } catch {
      return undefined;
    }
  }

  /** Returns why an account may not be opened, as after a password. */
  function refuseAccount({ email, banned, confirmed }: StoredPasskey): Response | undefined {
    if (banned)
      return authError(403, 'user_banned', 'This account is deactivated. Ask an administrator.');
    if (!confirmed) return authError(403, 'email_not_confirmed', 'Email not confirmed');
    return refuseOtherSignIn(context, email);
  }

  function refuse(reason: string, refusal: Response, userId?: string): Response {
    const meta = { attempted: 'passkey', reason };
    waitUntil(
      database.query(`select private.record_audit('denied', $1::text::uuid, meta => $2::jsonb)`, [
        userId ?? null,
        meta,
      ]),
    );
    return refusal;
  }

  return async (request, { address }) => {
    const body = await readAuthBody(request);
    if (body instanceof Response) return body;
    const limited = await refuseTooMany(limiter, [['signInPerAddress', address]]);
    if (limited) return limited;
    const challenge = await consumeChallenge(database, body);
    if (challenge instanceof Response) return challenge;
    const response = usedSchema.safeParse(body['credential']).data;
    if (!response) return verificationFailed();
    const [passkey] = await database.query<StoredPasskey>(
      `select passkeys.id::text, user_id::text, encode(public_key, 'hex') as public_key, email,
         coalesce(banned_until > now(), false) as banned, email_confirmed_at is not null as confirmed
       from auth.webauthn_credentials as passkeys
       join auth.users on users.id = user_id
       where credential_id = decode($1, 'hex')`,
      [Buffer.from(response.id, 'base64url').toString('hex')],
    );
    if (!passkey) return refuse('unknown_passkey', verificationFailed());
    const userId = passkey.user_id;
    const signed = await verify(challenge, response, passkey);
    if (!signed) return refuse('invalid_response', verificationFailed(), userId);
    const refused = refuseAccount(passkey);
    if (refused) return refuse(await readErrorCode(refused), refused, userId);

    const refreshToken = await database.transaction(async (transaction) => {
      const used = await transaction.query(
        `update auth.webauthn_credentials
         set sign_count = $2::bigint, backed_up = $3, last_used_at = now(), updated_at = now()
         where id = $1::text::uuid and (sign_count < $2::bigint or sign_count = 0 and $2::bigint = 0)
         returning 1 as used`,
        [passkey.id, signed.newCounter, signed.credentialBackedUp],
      );
      // A copy of the authenticator has been used in the meantime.
      if (used.length === 0) return undefined;
      return startSession(transaction, {
        userId,
        method: 'passkey',
        aal: 'aal2',
        factorId: passkey.id,
        recorded: { name: 'homie.sign_in_method', value: 'passkey' },
      });
    });
    if (refreshToken === undefined) return refuse('reused_counter', verificationFailed(), userId);
    if (address !== null) await limiter.refund('signInPerAddress', address);
    return openSession(context, refreshToken);
  };
}

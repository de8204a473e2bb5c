import { createHash, randomBytes } from 'node:crypto';
import type { Database, Queryable } from './database.ts';
import { seal, unseal } from '../secrets/sealed-text.ts';

/** Parameters of a request that sends a mail. */
export interface FlowRequest {
  redirectTo: string;
  codeChallenge?: string;
  codeChallengeMethod?: 's256' | 'plain';
}

interface MailLinkRow extends Record<string, unknown> {
  redirect_to: string;
  code_challenge: string | null;
  code_challenge_method: 's256' | 'plain' | null;
}

/** A mailed link, as the database judges it now. */
interface MailedLink {
  /** The address of the account. */
  email: string;
  /** The account is active, and nothing has ended its links since this one was mailed. */
  isOpen: boolean;
}

/** A sign-in at an identity provider that has started. */
export interface ProviderFlow {
  providerId: string;
  nonce: string;
  codeVerifier: string;
  /** The page that receives the result. */
  redirectTo: string;
  /** Of the browser that started it, which alone can exchange the resulting code. */
  challenge: { value: string; method: string };
}

interface AuthCodeRow extends Record<string, unknown> {
  code_challenge: string;
  code_challenge_method: string;
  sealed_session: string;
  expired: boolean;
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Stores mailed links for a day, those of invitations for a week, those for signing in for an hour, and the codes they
 * are exchanged for, for five minutes.
 */
export function createAuthFlows(database: Database) {
  return {
    /** Stores a link, or lets one that is stored expire later. */
    async rememberLink(
      token: string,
      flow: FlowRequest,
      days = 1,
      transaction: Queryable = database,
    ): Promise<void> {
      await transaction.query(
        `insert into embedded.mail_link
           (token_hash, redirect_to, code_challenge, code_challenge_method, expires_at,
            email, password_hash, user_id)
         select $1::text, $2::text, $3::text, $4::text, now() + $6::integer * interval '1 day',
                email, encrypted_password, id
         from (select 1) as link
         left join auth.users on confirmation_token = $5 and email_confirmed_at is null
         on conflict (token_hash) do update set expires_at = excluded.expires_at`,
        [
          hash(token),
          flow.redirectTo,
          flow.codeChallenge ?? null,
          flow.codeChallengeMethod ?? null,
          token,
          days,
        ],
      );
    },

    /**
     * Makes the confirmation link of an earlier sign-up the current one. Each link confirms the account with the
     * password of its own sign-up: no one who signs up with the same address before or after can replace it.
     * @param passwordHash of the password that replaces the sign-up's
     */
    async restoreSignUp(token: string, passwordHash?: string): Promise<void> {
      await database.query(
        `update auth.users
         set confirmation_token = $2, encrypted_password = coalesce($3, link.password_hash),
             confirmation_sent_at = link.expires_at - interval '1 day'
         from embedded.mail_link as link
         where link.token_hash = $1 and link.expires_at > now()
           and link.user_id = users.id and link.email = users.email
           and users.email_confirmed_at is null and users.banned_until is null`,
        [hash(token), token, passwordHash ?? null],
      );
    },

    /** Makes the link of an invitation the current one, unless it has expired. The account has no password yet. */
    async restoreInvitation(token: string): Promise<void> {
      await database.query(
        `update auth.users
         set confirmation_token = $2, encrypted_password = null, confirmation_sent_at = now()
         from embedded.mail_link as link
         where link.token_hash = $1 and link.expires_at > now()
           and link.user_id = users.id and link.email = users.email
           and coalesce(link.password_hash, '') = '' and users.email_confirmed_at is null
           and users.invited_at is not null and users.banned_until is null`,
        [hash(token), token],
      );
    },

    async findLink(token: string): Promise<MailLinkRow | undefined> {
      const [row] = await database.query<MailLinkRow>(
        `select redirect_to, code_challenge, code_challenge_method
         from embedded.mail_link where token_hash = $1 and expires_at > now()`,
        [hash(token)],
      );
      return row;
    },

    /**
     * Stores a link for signing in for an hour. Links that were mailed before stay valid.
     * @param requestedAt time since which nothing may have ended the links of the account
     * @param condition SQL condition of the accounts that receive one
     * @returns false if no account with the address meets the condition
     */
    async rememberSignInLink(
      token: string,
      email: string,
      requestedAt: string,
      condition: string,
    ): Promise<boolean> {
      const stored = await database.query(
        `insert into embedded.sign_in_link (token_hash, user_id, expires_at)
         select $1, id, now() + interval '1 hour' from auth.users
         where email = $2 and private.is_link_open(id, $3::text::timestamptz) and ${condition}
         on conflict (token_hash) do update set expires_at = excluded.expires_at
         returning 1`,
        [hash(token), email, requestedAt],
      );
      return stored.length > 0;
    },

    /** @returns a one-time code for the session */
    async issueCode(
      session: { id: string; body: string },
      challenge: { value: string; method: string },
    ): Promise<string> {
      const code = randomBytes(32).toString('base64url');
      await database.query(
        `insert into embedded.auth_code
           (code_hash, code_challenge, code_challenge_method, sealed_session, session_id, expires_at)
         values ($1, $2, $3, $4, $5::text::uuid, now() + interval '5 minutes')`,
        [hash(code), challenge.value, challenge.method, seal(session.body, code), session.id],
      );
      return code;
    },

    /**
     * Consumes a code and returns the session and challenge stored for it; undefined if the code is used or unknown.
     */
    async takeCode(code: string) {
      const [row] = await database.query<AuthCodeRow>(
        `delete from embedded.auth_code where code_hash = $1
         returning code_challenge, code_challenge_method, sealed_session,
                   expires_at <= now() as expired`,
        [hash(code)],
      );
      return row && { ...row, session: () => unseal(row.sealed_session, code) };
    },

    /** Stores a sign-in at a provider for ten minutes, encrypted with its state. */
    async rememberProviderFlow(state: string, flow: ProviderFlow): Promise<void> {
      await database.query(
        `insert into embedded.provider_flow (state_hash, sealed_flow, expires_at)
         values ($1, $2, now() + interval '10 minutes')`,
        [hash(state), seal(JSON.stringify(flow), state)],
      );
    },

    /** Consumes a state; undefined if it is used, unknown or expired. */
    async takeProviderFlow(state: string): Promise<ProviderFlow | undefined> {
      const [row] = await database.query<{ sealed_flow: string; expired: boolean }>(
        `delete from embedded.provider_flow where state_hash = $1
         returning sealed_flow, expires_at <= now() as expired`,
        [hash(state)],
      );
      if (!row || row.expired) return undefined;
      return JSON.parse(unseal(row.sealed_flow, state)) as ProviderFlow;
    },

    /**
     * Finds the account that a mailed token of any kind opens, and whether the link has ended since it was mailed;
     * undefined for an unknown token.
     */
    async findMailedLink(token: string): Promise<MailedLink | undefined> {
      const [link] = await database.query<MailedLink & Record<string, unknown>>(
        `with mailed as (
           select id, confirmation_sent_at as mailed_at from auth.users where confirmation_token = $1
           union all
           select id, recovery_sent_at from auth.users where recovery_token = $1
           union all
           select id, email_change_sent_at from auth.users
           where $2 in (email_change_token_current, email_change_token_new)
           union all
           select user_id, expires_at - interval '1 hour' from embedded.sign_in_link where token_hash = $2
           union all
           select id, mail_link.created_at from embedded.mail_link
           join auth.users on users.id = user_id where token_hash = $2
         )
         select email, private.is_link_open(id, mailed_at) as "isOpen"
         from mailed join auth.users using (id) where $1 <> '' order by mailed_at limit 1`,
        [token, hash(token)],
      );
      return link;
    },

    /** Deletes expired links, codes, challenges and sign-ins at providers, and ends the sessions that were never fetched. */
    async purge(): Promise<void> {
      await database.exec(`
        with abandoned as (
          delete from embedded.auth_code where expires_at <= now() returning session_id
        )
        delete from auth.sessions where id in (select session_id from abandoned);
        delete from embedded.mail_link where expires_at <= now();
        delete from embedded.sign_in_link where expires_at <= now();
        delete from embedded.provider_flow where expires_at <= now();
        delete from auth.webauthn_challenges where expires_at <= now();
      `);
    },
  };
}

export type AuthFlows = ReturnType<typeof createAuthFlows>;

import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../../data/database/index.ts';
import { addUser } from '../administer-users.ts';
import { claimedAddress } from '../email-address.ts';
import { readErrorCode } from '../forward.ts';
import { refuseSignUp, type SignUpRule } from '../sign-up-rule.ts';
import type { ProviderClaims } from './provider-client.ts';
import { domainOf, type SignInProvider } from './provider-settings.ts';

/** The account of a sign-in, or the code of the reason why there is none, for the page and the audit log. */
export type LinkedAccount =
  { userId: string; refusal?: undefined } | { refusal: string; userId?: string };

interface Account extends Record<string, unknown> {
  user_id: string;
  email: string;
  banned: boolean;
  confirmed: boolean;
}

/**
 * Finds the account of an identity, links it to the account with the same verified address, or creates one. An identity
 * is an issuer with a subject: an address may be given to another person.
 */
export async function linkAccount(
  database: Queryable,
  provider: SignInProvider,
  claims: ProviderClaims,
  signUp: SignUpRule,
): Promise<LinkedAccount> {
  const identityProvider = `custom:${provider.id}`;
  const { issuer, subject } = claims;
  // Two sign-ins of a new user at once.
  await database.query('select pg_advisory_xact_lock(hashtextextended($1, 5))', [
    `${identityProvider} ${subject}`,
  ]);
  const [known] = await database.query<Account & { issuer: string | null }>(
    `select users.id as user_id, users.email, coalesce(banned_until > now(), false) as banned,
       email_confirmed_at is not null as confirmed, identity_data ->> 'iss' as issuer
     from auth.identities
     join auth.users on users.id = identities.user_id
     where identities.provider = $1 and provider_id = $2`,
    [identityProvider, subject],
  );
  if (known) {
    const userId = known.user_id;
    if (known.issuer !== issuer) return { refusal: 'sso_identity_changed', userId };
    if (known.banned) return { refusal: 'user_banned', userId };
    if (!provider.domains.includes(domainOf(known.email)))
      return { refusal: 'email_address_not_authorized', userId };
    return { userId };
  }

  const email = claimedAddress(claims.email);
  if (!email || !provider.domains.includes(domainOf(email)))
    return { refusal: 'email_address_not_authorized' };
  if (!claims.isVerified) return { refusal: 'provider_email_needs_verification' };
  await database.query('select pg_advisory_xact_lock(hashtextextended($1, 5))', [email]);
  let account = await findAccount(database, email);
  if (!account) {
    const refused = refuseSignUp(email, signUp);
    if (refused) return { refusal: await readErrorCode(refused) };
    await addUser(database, { email, passwordHash: null, isConfirmed: false });
    account = await findAccount(database, email);
  }
  if (!account) throw new Error('the account was not created');
  const { user_id: userId, banned, confirmed } = account;
  if (banned) return { refusal: 'user_banned', userId };
  const others = await database.query(
    'select 1 from auth.identities where user_id = $1::text::uuid and provider = $2',
    [userId, identityProvider],
  );
  if (others.length > 0) return { refusal: 'sso_identity_changed', userId };
  if (!confirmed) await confirmAddress(database, userId);
  await database.query(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
     values ($1::text::uuid, $2, $3, $4::text::uuid, $5::jsonb)`,
    [
      randomUUID(),
      identityProvider,
      subject,
      userId,
      { iss: issuer, sub: subject, email, email_verified: true },
    ],
  );
  return { userId };
}

async function findAccount(database: Queryable, email: string): Promise<Account | undefined> {
  const [account] = await database.query<Account>(
    `select id as user_id, email, coalesce(banned_until > now(), false) as banned,
       email_confirmed_at is not null as confirmed
     from auth.users where email = $1`,
    [email],
  );
  return account;
}

/**
 * Confirms the address of an account, which accepts its invitation. A password that was chosen before belongs to a user
 * who has not proven to own the address.
 */
async function confirmAddress(database: Queryable, userId: string): Promise<void> {
  await database.query(
    `update auth.users
     set email_confirmed_at = now(), encrypted_password = null,
         raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}'
     where id = $1::text::uuid`,
    [userId],
  );
}

import { randomBytes, randomUUID } from 'node:crypto';
import type { AdminAuditAction, RoleName } from '@homie/contracts';
import type { Database, Queryable } from '../../data/database/index.ts';

/** A change of an account. */
export type UsersChange =
  | { action: 'add' | 'role'; email: string; role: RoleName }
  | { action: 'disable' | 'enable' | 'reset'; email: string };

/** An account, as the list shows it. */
export interface ListedUser extends Record<string, unknown> {
  email: string;
  role: RoleName;
  isDisabled: boolean;
  isConfirmed: boolean;
  /** A day in UTC, 2026-11-23. */
  lastSignedInOn: string | null;
}

/** The change of the account is not possible. */
class UsersError extends Error {}

/** @returns all accounts, by role and email address */
export function listUsers(database: Queryable): Promise<ListedUser[]> {
  return database.query<ListedUser>(
    `select
       accounts.email,
       roles.name as role,
       coalesce(accounts.banned_until > now(), false) as "isDisabled",
       accounts.email_confirmed_at is not null as "isConfirmed",
       to_char(accounts.last_sign_in_at at time zone 'utc', 'YYYY-MM-DD') as "lastSignedInOn"
     from auth.users as accounts
     join public.users on users.id = accounts.id
     join public.roles on roles.id = users.role_id
     order by roles.name, accounts.email`,
  );
}

/** @returns a line of the human-readable list */
export function describeUser(user: ListedUser): string {
  return [
    user.email,
    user.role,
    ...(user.isDisabled ? ['disabled'] : []),
    ...(user.isConfirmed ? [] : ['not confirmed']),
    user.lastSignedInOn === null ? 'never signed in' : `last signed in ${user.lastSignedInOn}`,
  ].join('  ');
}

/**
 * Adds or changes an account, as the owner of the database. The audit log records each change as the operator's.
 * @param siteUrl the product's address, which links start with
 * @returns a message with the result
 * @throws {UsersError} and changes nothing
 */
export function manageUsers(
  database: Database,
  request: UsersChange,
  siteUrl: string,
): Promise<string> {
  return database.transaction(async (transaction) => {
    // Locks roles first, as every change of administrators does: two concurrent commands queue here.
    await transaction.query("select 1 from public.roles where name = 'admin' for no key update");
    if (request.action === 'add') await add(transaction, request.email);
    const id = await findUserId(transaction, request.email);
    const record = (before: object, after: object) =>
      recordOperator(transaction, 'account_changed', id, { before, after });
    switch (request.action) {
      case 'add':
        await setRole(transaction, id, request.role);
        await record({}, { email: request.email, role: request.role });
        return `${request.email} is ${named(request.role)}. Set the password within an hour at\n${await link(transaction, id, siteUrl)}`;
      case 'role':
        await assertAdminRemains(transaction, id, request.role !== 'admin');
        await changeRole(transaction, id, request.role);
        return `${request.email} is ${named(request.role)}`;
      case 'disable':
        await assertAdminRemains(transaction, id, true);
        await disable(transaction, id);
        await record({ disabled: false }, { disabled: true });
        return `${request.email} is disabled and signed out`;
      case 'enable':
        await transaction.query('update auth.users set banned_until = null where id = $1', [id]);
        await record({ disabled: true }, { disabled: false });
        return `${request.email} is enabled`;
      case 'reset': {
        const address = await link(transaction, id, siteUrl);
        await record({}, { password_link: 'made' });
        return `Set a new password within an hour at\n${address}`;
      }
    }
  });
}

function named(role: RoleName): string {
  return { admin: 'an administrator', office: 'office staff', support_worker: 'a support worker' }[
    role
  ];
}

async function findUserId(database: Queryable, email: string): Promise<string> {
  const [user] = await database.query<{ id: string }>(
    'select id::text as id from auth.users where email = $1',
    [email],
  );
  if (!user) throw new UsersError(`No user has the address ${email}.`);
  return user.id;
}

/** Adds an account with a confirmed address and no password: the link sets one. */
async function add(database: Queryable, email: string): Promise<void> {
  const id = randomUUID();
  const metadata = { sub: id, email, email_verified: true };
  const [added] = await database.query(
    `insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     values ($1::text::uuid, $2, now(), $3::jsonb, $4::jsonb)
     on conflict do nothing returning id`,
    [id, email, { provider: 'email', providers: ['email'] }, metadata],
  );
  if (!added)
    throw new UsersError(`${email} has an account already. Change it with role, enable or reset.`);
  await database.query(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
     values ($1::text::uuid, 'email', $2, $2::text::uuid, $3::jsonb)`,
    [randomUUID(), id, metadata],
  );
}

/** Sets the role. A user whom an operator gives one does not wait for approval. */
async function setRole(database: Queryable, id: string, role: RoleName): Promise<void> {
  await database.query(
    `update public.users
     set role_id = (select id from public.roles where name = $2),
         approved_at = coalesce(approved_at, now())
     where id = $1::text::uuid`,
    [id, role],
  );
}

async function changeRole(database: Queryable, id: string, role: RoleName): Promise<void> {
  const [user] = await database.query<{ role: RoleName }>(
    `select roles.name as role from public.users join public.roles on roles.id = users.role_id
     where users.id = $1::text::uuid`,
    [id],
  );
  if (user?.role === role) return;
  await setRole(database, id, role);
  const meta = { before: { role: user?.role }, after: { role } };
  await recordOperator(database, 'role_changed', id, meta);
}

/**
 * Records a change in the audit log. The triggers record only changes by signed-in users; on the command line no user
 * is signed in.
 */
async function recordOperator(
  database: Queryable,
  action: AdminAuditAction,
  targetId: string,
  meta: object,
): Promise<void> {
  await database.query(
    `insert into public.audit_logs (action, user_email, target_user_id, target_user_email, meta)
     select $1, 'operator', id, email, $3::jsonb from public.users where id = $2::text::uuid`,
    [action, targetId, meta],
  );
}

/** Ensures that at least one administrator who can sign in remains. */
async function assertAdminRemains(database: Queryable, id: string, leaves: boolean): Promise<void> {
  if (!leaves) return;
  const [remains] = await database.query(
    `select 1 as one from public.users
     join public.roles on roles.id = users.role_id and roles.name = 'admin'
     join auth.users as accounts on accounts.id = users.id
     where users.id <> $1::text::uuid
       and (accounts.banned_until is null or accounts.banned_until <= now())
     union all
     select 1 from public.users
     join public.roles on roles.id = users.role_id and roles.name <> 'admin'
     where users.id = $1::text::uuid`,
    [id],
  );
  if (!remains) throw new UsersError('The last administrator must stay. Add another one first.');
}

/** Disables an account, which ends its sessions and mailed links. */
async function disable(database: Queryable, id: string): Promise<void> {
  await database.query(
    `update auth.users set banned_until = now() + interval '1000 years' where id = $1::text::uuid`,
    [id],
  );
}

async function link(database: Queryable, id: string, siteUrl: string): Promise<string> {
  const token = randomBytes(32).toString('hex');
  const [set] = await database.query(
    `update auth.users set recovery_token = $2, recovery_sent_at = now()
     where id = $1::text::uuid and (banned_until is null or banned_until <= now()) returning email`,
    [id, token],
  );
  if (!set) throw new UsersError('The account is disabled. Enable it first.');
  const address = new URL('/auth/reset-password', siteUrl);
  address.searchParams.set('token_hash', token);
  address.searchParams.set('type', 'recovery');
  address.hash = new URLSearchParams({ email: String(set['email']) }).toString();
  return address.href;
}

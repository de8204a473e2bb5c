import { readFileSync } from 'node:fs';
import { MAIL_PAGES, PATIENCE } from '@homie/server/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readTable } from './support/read-table.ts';
import { AccountClient, codeOf } from './support/account-client.ts';
import { FactorServer } from './support/factor-server.ts';

const password = 'Passw0rd!';
const ASSISTANT = '5f0f2c5e-7f0d-4f3a-9f5f-0a4c1d9e7a11';
const document = readFileSync(
  new URL('../../../docs/security/threat-model.md', import.meta.url),
  'utf8',
);

const section = document.split('## Endings')[1] ?? '';
const { things: THINGS, cells: matrix } = readTable(
  new URL('../../../docs/security/threat-model.md', import.meta.url),
  'Endings',
);

let host: FactorServer;
let admin: AccountClient;
beforeAll(async () => {
  host = await FactorServer.start({
    magicLink: true,
    rateLimits: {
      mailPerRecipient: { points: 100, seconds: 60 },
      factorPerUser: { points: 100, seconds: 60 },
    },
  });
  admin = await host.newPerson('admin');
  await host.sql`select private.set_sign_in_providers('{"scim": "office"}')`;
  await host.sql`
    insert into public.assistants (id, label, kind, openai_assistant_id)
    values (${ASSISTANT}, 'Notes', 'org', 'asst_endings')`;
});
afterAll(() => host.stop());

/** An account with everything that can end. */
interface Victim {
  id: string;
  email: string;
  /** The session that makes its own changes, and another one. Both have passed a second factor. */
  own: AccountClient;
  other: AccountClient;
  factor: { id: string; secret: string };
  tokens: Record<'recovery' | 'magiclink' | 'email_change', string>;
  /** The row of the account, for putting its tokens back. */
  row: Record<string, unknown>;
}

async function enterCode(client: AccountClient, { id, secret }: Victim['factor'], step = 1) {
  await host.forgetUsedCodes();
  const { error } = await client.enterCode(id, await codeOf(secret, step));
  if (error) throw error;
}

async function mailedToken(to: string): Promise<string> {
  return new URL(await host.server.lastMailLink(to)).searchParams.get('token_hash') ?? '';
}

async function createVictim(): Promise<Victim> {
  const own = await host.newPerson();
  const { email } = own;
  const factor = await own.addFactor();
  const other = await new AccountClient(host.server, { email, password }).signIn();
  await enterCode(other, factor);
  await own.rpc('create_recovery_codes');
  await own.auth.resetPasswordForEmail(email);
  const recovery = await mailedToken(email);
  await own.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
  const magiclink = await mailedToken(email);
  const next = `next-${email}`;
  const requested = await own.auth.updateUser({ email: next });
  if (requested.error) throw requested.error;
  const [row = {}] = await host.sql`select * from auth.users where email = ${email}`;
  const id = String(row['id']);
  await host.sql`insert into public.assistant_access (assistant_id, user_id) values (${ASSISTANT}, ${id})`;
  await host.sql`
    insert into public.conversations (id, user_id, assistant_id) values (${id}, ${id}, ${ASSISTANT})`;
  await host.sql`select public.start_turn(${id}, ${id}, 'A question', '{}', 'one', 'demo', ${id})`;
  await host.sql`
    insert into auth.webauthn_credentials (user_id, credential_id, public_key)
    values (${id}, decode(${Buffer.from(email).toString('hex')}, 'hex'), 'key')`;
  return {
    id,
    email,
    own,
    other,
    factor,
    tokens: { recovery, magiclink, email_change: await mailedToken(next) },
    row,
  };
}

/** Puts the tokens of the mailed links back: clearing them is not what ends the links. */
async function putTokensBack({ id, row }: Victim): Promise<void> {
  const { recovery_token, email_change, email_change_token_new, email_change_token_current } =
    row as Record<string, string>;
  await host.sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    await transaction`
    update auth.users
    set recovery_token = ${recovery_token ?? ''}, email_change = ${email_change ?? ''},
        email_change_token_new = ${email_change_token_new ?? ''},
        email_change_token_current = ${email_change_token_current ?? ''}
    where id = ${id}`;
  });
}

const asAdmin = async (name: string, body: object) => {
  const { status, body: answer } = await admin.rpc(name, body).catch((error: unknown) => {
    // Functions without a result answer without a body.
    if (error instanceof SyntaxError) return { status: 204, body: null };
    throw error;
  });
  expect([name, status < 300, answer]).toEqual([name, true, answer]);
};

const byDirectory = async ({ id }: Victim, changes: Record<string, string | boolean>) =>
  host.sql`select private.change_provisioned_user(${id}, ${host.sql.json(changes)})`;

const reason = 'a lost laptop';
const EVENTS: Record<string, (victim: Victim) => Promise<unknown>> = {
  'deactivated by an administrator': ({ id }) => asAdmin('deactivate_user', { user_id: id }),
  'deactivated and reactivated': async ({ id }) => {
    await asAdmin('deactivate_user', { user_id: id });
    await asAdmin('reactivate_user', { user_id: id });
  },
  'deactivated by the directory': (victim) => byDirectory(victim, { active: false }),
  'banned in the database': ({ id }) =>
    host.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`,
  deleted: ({ id }) => asAdmin('delete_user', { user_id: id }),
  'address changed': (victim) => byDirectory(victim, { email: `moved-${victim.email}` }),
  'password changed': async ({ own }) => {
    const { error } = await own.auth.updateUser({ password: 'another-password' });
    expect(error).toBeNull();
  },
  'all sessions ended': ({ id }) => asAdmin('end_user_sessions', { user_id: id, reason }),
  'other sessions ended': ({ own }) => own.rpc('end_other_sessions'),
  'signed out everywhere': ({ own }) => own.auth.signOut({ scope: 'global' }),
  'second factors reset': ({ id }) => asAdmin('reset_factors', { user_id: id, reason }),
  'second factor added': ({ own }) => own.addFactor('Laptop'),
  'access to an assistant revoked': ({ id }) =>
    host.sql`delete from public.assistant_access where user_id = ${id}`,
  'role changed': ({ id }) =>
    host.sql`update public.users set role_id = (select id from public.roles where name = 'office') where id = ${id}`,
};

const countRows = async (table: string, { id }: Victim) => {
  const [row] = await host.sql.unsafe(
    `select count(*)::integer as number from ${table} where user_id = '${id}'`,
  );
  return Number(row?.['number']) > 0;
};

const opens = async (type: keyof Victim['tokens'], { tokens }: Victim) =>
  (
    await host.server.call('/auth/v1/verify', {
      method: 'POST',
      body: JSON.stringify({ type, token_hash: tokens[type] }),
    })
  ).ok;

/** Each thing: whether it still works. Those of the same session or account are checked in this order. */
const WORKS: Record<string, (victim: Victim) => Promise<boolean>> = {
  sessions: async ({ other }) => (await other.call('/rest/v1/users?select=id')).status === 200,
  'refresh tokens': async ({ other }) => (await other.auth.refreshSession()).error === null,
  password: async ({ email, id }) => {
    const [account] = await host.sql`select email from auth.users where id = ${id}`;
    const client = new AccountClient(host.server, {
      email: String(account?.['email'] ?? email),
      password,
    });
    return client.signIn().then(
      () => true,
      () => false,
    );
  },
  'running replies': async ({ id }) => {
    const found = await host.sql`select status from public.turns where conversation_id = ${id}`;
    return found.some(({ status }) => status !== 'failed' && status !== 'stopped');
  },
  'second factors': (victim) => countRows('auth.mfa_factors', victim),
  passkeys: (victim) => countRows('auth.webauthn_credentials', victim),
  'recovery codes': (victim) => countRows('private.recovery_codes', victim),
  'links: new address': (victim) => opens('email_change', victim),
  'links: sign-in': (victim) => opens('magiclink', victim),
  'links: new password': (victim) => opens('recovery', victim),
};

describe('ENDS-06 each event ends what the table of endings says, also if the tokens of its links are put back', () => {
  let victim: Victim;
  beforeEach(async () => {
    victim = await createVictim();
  });

  test.each(Object.entries(EVENTS))('%s', async (event, happen) => {
    // Before: everything works, as far as it can be checked without being used up.
    expect(await WORKS['sessions']?.(victim)).toBe(true);
    await happen(victim);
    const expected = matrix.get(event) ?? [];
    await vi.waitFor(async () => {
      const works = (await WORKS['sessions']?.(victim)) ?? false;
      expect(works ? 'stays' : 'ends').toBe(expected[0]);
    }, PATIENCE);
    const [cleared] = await host.sql`
      select concat(recovery_token, email_change_token_new, email_change_token_current) as tokens
      from auth.users where id = ${victim.id}`;
    const tokens = String(cleared?.['tokens'] ?? '');
    expect(tokens === '' ? 'ends' : 'stays').toBe(expected[THINGS.indexOf('links: new password')]);
    await putTokensBack(victim);
    const found: string[] = [];
    for (const thing of THINGS) found.push((await WORKS[thing]?.(victim)) ? 'stays' : 'ends');
    expect(Object.fromEntries(THINGS.map((thing, index) => [thing, found[index]]))).toEqual(
      Object.fromEntries(THINGS.map((thing, index) => [thing, expected[index]])),
    );
  });
});

test('ENDS-08 the table of endings has a row for each event and a column for each thing that opens an account', async () => {
  expect([...matrix.keys()]).toEqual(Object.keys(EVENTS));
  expect(THINGS).toEqual(Object.keys(WORKS));
  // Kinds of mailed links; those for people without a confirmed account, and mails without a token, have no column.
  const kinds: Record<keyof typeof MAIL_PAGES, string | null> = {
    signup: null,
    invite: null,
    recovery: 'links: new password',
    magiclink: 'links: sign-in',
    email_change: 'links: new address',
    'provider-invite': null,
    handover: null,
    'account-exists': null,
    'address-taken': null,
    notice: null,
  };
  expect(Object.keys(kinds)).toEqual(expect.arrayContaining(Object.keys(MAIL_PAGES)));
  const columns = [...Object.values(kinds), ...Object.values(TABLES)].filter(
    (column) => column !== null,
  );
  expect(THINGS).toEqual(expect.arrayContaining(columns));
  // Tables of the auth service and the server that refer to an account, a session or a factor.
  const tables = await host.sql<{ name: string }[]>`
    select distinct format('%s.%s', nspname, relname) as name
    from pg_constraint
    join pg_class on pg_class.oid = conrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    where contype = 'f' and nspname in ('auth', 'embedded') and confrelid::regclass::text like 'auth.%'
    order by name`;
  expect(tables.map(({ name }) => name)).toEqual(Object.keys(TABLES).sort());
  const buckets = await host.sql<{ id: string }[]>`select id from storage.buckets order by id`;
  for (const { id } of buckets) expect(section).toContain(`\`${id}\``);
});

/** What each table contains; null if it opens nothing by itself. */
const TABLES: Record<string, string | null> = {
  'auth.identities': null,
  'auth.mfa_amr_claims': null,
  'auth.mfa_challenges': null,
  'auth.mfa_factors': 'second factors',
  'auth.refresh_tokens': 'refresh tokens',
  'auth.sessions': 'sessions',
  'auth.webauthn_challenges': null,
  'auth.webauthn_credentials': 'passkeys',
  'embedded.first_code': null,
  // Of a sign-up or an invitation: those of confirmed accounts are in the row of the account.
  'embedded.mail_link': null,
  'embedded.sign_in_link': 'links: sign-in',
  'embedded.used_code': null,
  'embedded.account_notice': null,
  'embedded.known_device': null,
};

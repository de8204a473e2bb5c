import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountClient } from './support/account-client.ts';
import { FactorServer } from './support/factor-server.ts';
import { newBrowser } from './support/passkey-steps.ts';
import { readTable } from './support/read-table.ts';

const { things, cells } = readTable(
  new URL('../../../docs/security/threat-model.md', import.meta.url),
  'Before an address is proven',
);

let host: FactorServer;
let admin: AccountClient;
beforeAll(async () => {
  host = await FactorServer.start({
    rateLimits: {
      mailPerRecipient: { points: 100, seconds: 60 },
      mailPerAddress: { points: 1000, seconds: 60 },
      signUpPerAddress: { points: 1000, seconds: 60 },
      verifyPerAddress: { points: 1000, seconds: 60 },
      signInPerAddress: { points: 1000, seconds: 60 },
    },
  });
  admin = await host.newPerson('admin');
  await host.sql`select private.set_sign_in_providers('{"scim": "office"}')`;
});
afterAll(() => host.stop());

/** A stranger's sign-up with an address that an administrator may have invited. */
interface SignUp {
  id: string;
  email: string;
  tokens: { signup: string; invite: string };
}

const strangersPassword = 'of-the-stranger';
let count = 0;

const tokenOf = async (email: string) =>
  new URL(await host.server.lastMailLink(email)).searchParams.get('token_hash') ?? '';

async function createSignUp(isInvited: boolean): Promise<SignUp> {
  const email = `unproven-${++count}@example.test`;
  await newBrowser(host.server).auth.signUp({ email, password: strangersPassword });
  const signup = await tokenOf(email);
  let invite = '';
  if (isInvited) {
    await asAdmin('invite_user', { email, role_name: 'office' });
    await host.server.call('/auth/v1/invite', {
      as: 'service',
      method: 'POST',
      body: JSON.stringify({ email }),
    });
    invite = await tokenOf(email);
  }
  const [row] = await host.sql`select id from auth.users where email = ${email}`;
  const id = String(row?.['id']);
  await host.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status) values (${id}, ${id}, 'totp', 'unverified')`;
  return { id, email, tokens: { signup, invite } };
}

const verify = async (body: object) =>
  (await host.server.call('/auth/v1/verify', { method: 'POST', body: JSON.stringify(body) })).ok;

const byDirectory = ({ id }: SignUp, changes: Record<string, string | boolean>) =>
  host.sql`select private.change_provisioned_user(${id}, ${host.sql.json(changes)})`;

/** Calls a function that returns nothing. */
async function asAdmin(name: string, body: object): Promise<void> {
  const response = await admin.call(`/rest/v1/rpc/${name}`, body);
  if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
}

const EVENTS: Record<string, (account: SignUp) => Promise<unknown>> = {
  deactivated: ({ id }) => asAdmin('deactivate_user', { user_id: id }),
  'invitation revoked': ({ id }) => asAdmin('revoke_invitation', { user_id: id }),
  'deleted by an administrator': ({ id }) => asAdmin('delete_user', { user_id: id }),
  'deleted and signed up again': async ({ id, email }) => {
    await host.sql`delete from auth.users where id = ${id}`;
    await newBrowser(host.server).auth.signUp({ email, password: 'of-another-stranger' });
  },
  'address changed by the directory': (account) =>
    byDirectory(account, { email: `moved-${account.email}` }),
  'proven by a link for a new password': async ({ email }) => {
    await newBrowser(host.server).auth.resetPasswordForEmail(email);
    return verify({ type: 'recovery', token_hash: await tokenOf(email) });
  },
  'proven by the directory': (account) => byDirectory(account, { active: true }),
};

const WORKS: Record<string, (account: SignUp) => Promise<boolean>> = {
  invitation: async ({ id, email }) =>
    (
      await host.sql`select from private.invitations where user_id = ${id} or invitations.email = ${email}`
    ).length > 0,
  'link: invitation': ({ tokens }) => verify({ type: 'invite', token_hash: tokens.invite }),
  'link: sign-up': ({ tokens }) =>
    verify({ type: 'signup', token_hash: tokens.signup, password: 'of-the-owner' }),
  "a stranger's password": async ({ id, email }) => {
    const [account] = await host.sql`select email from auth.users where id = ${id}`;
    const { error } = await newBrowser(host.server).auth.signInWithPassword({
      email: String(account?.['email'] ?? email),
      password: strangersPassword,
    });
    return error?.code !== 'invalid_credentials';
  },
  'second factors': async ({ id }) =>
    (await host.sql`select from auth.mfa_factors where user_id = ${id}`).length > 0,
};

test('ENDS-08 the table before an address is proven has a row for each event and a column for each thing', () => {
  expect([...cells.keys()]).toEqual(Object.keys(EVENTS));
  expect(things).toEqual(Object.keys(WORKS));
});

describe('ENDS-06 before an address is proven, each event ends what the table says', () => {
  test.each(Object.entries(EVENTS))('%s', async (event, happen) => {
    const found: string[] = [];
    for (const [thing, works] of Object.entries(WORKS)) {
      // An invitation removes the password. Spending one link uses the account up, so each thing gets its own.
      const account = await createSignUp(thing !== "a stranger's password");
      if (thing === "a stranger's password" && event === 'invitation revoked') {
        found.push('-');
        continue;
      }
      await happen(account);
      found.push((await works(account)) ? 'stays' : 'ends');
    }
    expect(Object.fromEntries(things.map((thing, index) => [thing, found[index]]))).toEqual(
      Object.fromEntries(things.map((thing, index) => [thing, cells.get(event)?.[index]])),
    );
  });
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SsoBrowser, SsoServer } from './support/sso-server.ts';

/** People at two.example sign in through a provider only. */
let host: SsoServer;
let email: string;
let client: SsoBrowser;
const REQUIRED = 'sso_required';
const errorOf = ({ error }: { error: { code?: string | undefined } | null }) => error?.code;

beforeAll(async () => {
  host = await SsoServer.start({ magicLink: true });
});
afterAll(() => host.stop());
beforeEach(() => {
  email = host.newEmail('two.example');
  client = new SsoBrowser(host.server);
});

test('ACCT-19 opens with no password, in any spelling of the address', async () => {
  await host.server.createUser(email);
  for (const spelling of [email, email.toUpperCase(), ` ${email} `]) {
    const { error } = await client.auth.signInWithPassword({
      email: spelling,
      password: 'Passw0rd!',
    });
    expect(error?.code).toBe(REQUIRED);
  }
  expect(errorOf(await client.auth.signInWithPassword({ email, password: 'wrong' }))).toBe(
    REQUIRED,
  );
});

test('ACCT-19 has no sign-up, no reset and no confirmation mail', async () => {
  const before = (await host.server.mails()).length;
  await host.server.createUser(email);
  expect(errorOf(await client.auth.signUp({ email, password: 'Passw0rd!' }))).toBe(REQUIRED);
  expect(errorOf(await client.auth.resetPasswordForEmail(email))).toBe(REQUIRED);
  expect(errorOf(await client.auth.resend({ type: 'signup', email }))).toBe(REQUIRED);
  expect(errorOf(await client.auth.signInWithOtp({ email }))).toBe(REQUIRED);
  expect(await host.server.mails()).toHaveLength(before);
});

test('ACCT-19 accepts no mailed link: of a reset or a sign-up', async () => {
  const token = 'a'.repeat(64);
  await host.server.createUser(email);
  await host.sql`
    update auth.users set recovery_token = ${token}, recovery_sent_at = now() where email = ${email}`;
  const verify = (type: 'recovery' | 'signup' | 'invite' | 'magiclink', token_hash: string) =>
    client.auth.verifyOtp({ type, token_hash });
  for (const type of ['recovery', 'magiclink'] as const)
    expect(errorOf(await verify(type, token))).toBe(REQUIRED);
});

test('PEOPLE-22 an invitation leads to the sign-in page without a token, and signing in there accepts it', async () => {
  await host.sql`
    insert into private.invitations (email, role_id, participant_ids, expires_at, display_name)
    select ${email}, id, '{}', now() + interval '1 day', 'Nia' from public.roles where name = 'office'`;
  const sent = await host.server.call('/auth/v1/invite', {
    as: 'service',
    method: 'POST',
    body: JSON.stringify({ email }),
  });
  expect(sent.status).toBe(200);
  const link = new URL(await host.server.lastMailLink(email));
  expect([link.pathname, link.search, link.hash]).toEqual(['/auth/sign-in', '', '']);
  await client.signIn('okta', host.addUser(host.okta, email));
  expect(await host.account(email)).toEqual({ role: 'office', state: 'active' });
});

test('ACCT-19 sets no password in a session', async () => {
  await client.signIn('okta', host.addUser(host.okta, email));
  expect(errorOf(await client.auth.updateUser({ password: 'Passw0rd!-2' }))).toBe(REQUIRED);
  expect(errorOf(await client.auth.updateUser({ data: { display_name: 'Jo' } }))).toBeUndefined();
});

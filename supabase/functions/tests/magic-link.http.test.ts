import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AccountClient, codeOf as codeOfApp } from './support/account-client.ts';
import { FactorServer, reads } from './support/factor-server.ts';

let host: FactorServer;
let email: string;
let browser: AccountClient;

beforeAll(async () => {
  host = await FactorServer.start({
    magicLink: true,
    rateLimits: { mailPerRecipient: { points: 2, seconds: 60 } },
  });
});
afterAll(() => host.stop());
beforeEach(async () => {
  ({ email } = await host.newPerson());
  browser = new AccountClient(host.server, { email, password: 'Passw0rd!' });
});

const codeOf = ({ error }: { error: { code?: string | undefined } | null }) => error?.code;
const options = { shouldCreateUser: false };
/** Requests a link, and waits until its mail is sent. */
async function request(address = email) {
  const response = await browser.auth.signInWithOtp({ email: address, options });
  await host.server.mails();
  return response;
}
const mailsTo = async (address: string) =>
  (await host.server.mails()).filter(({ to }) => to === address);

/** Returns the token of the link that was mailed last. */
async function mailed(): Promise<string> {
  const link = new URL(await host.server.lastMailLink(email));
  expect(link.pathname).toBe('/auth/callback');
  expect(link.searchParams.get('type')).toBe('magiclink');
  return link.searchParams.get('token_hash') ?? '';
}

const open = (token: string, client = browser) =>
  client.auth.verifyOtp({ type: 'magiclink', token_hash: token });

test('ACCT-44 a mailed link signs in once, in any browser, and the audit log says how', async () => {
  expect((await request(` ${email.toUpperCase()}`)).error).toBeNull();
  const token = await mailed();
  expect((await open(token)).data.user?.email).toBe(email);
  expect(await reads(browser)).toEqual(expect.not.arrayContaining([401]));
  const claims = JSON.parse(atob((await browser.token()).split('.')[1] ?? '')) as object;
  expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'otp' }] });
  expect(codeOf(await open(token))).toBe('otp_expired');
  const entries = await host.sql`
    select meta ->> 'method' as method from public.audit_logs
    where action = 'login' and user_email = ${email} order by created_at desc limit 1`;
  expect(entries[0]).toEqual({ method: 'magic_link' });
});

test('ACCT-45 the response is the same for an address without an account, and none is created', async () => {
  const known = await request();
  const unknown = `unknown-${email}`;
  for (const shouldCreateUser of [false, true]) {
    const answer = await browser.auth.signInWithOtp({
      email: unknown,
      options: { shouldCreateUser },
    });
    expect(answer).toEqual(known);
  }
  expect(await mailsTo(unknown)).toEqual([]);
  expect(await host.sql`select 1 from auth.users where email = ${unknown}`).toHaveLength(0);
});

test('ACCT-45 an address receives few mails a minute, and the requests for others count too', async () => {
  await request();
  await request();
  expect(codeOf(await request())).toBe('over_email_send_rate_limit');
  const unknown = `nobody-${email}`;
  await request(unknown);
  await request(unknown);
  expect(codeOf(await request(unknown))).toBe('over_email_send_rate_limit');
});

test.each([
  ['deactivated', `banned_until = now() + interval '1 day'`],
  ['unconfirmed', 'email_confirmed_at = null'],
])('ACCT-46 a %s account receives no link, and none opens it', async (_state, change) => {
  await request();
  const token = await mailed();
  await host.sql.unsafe(`update auth.users set ${change} where email = '${email}'`);
  expect((await request()).error).toBeNull();
  expect(await mailsTo(email)).toHaveLength(1);
  expect(codeOf(await open(token))).toBe('otp_expired');
});

test('ACCT-46 an account that waits for approval receives no link, and none opens it', async () => {
  await request();
  const token = await mailed();
  await host.sql`update public.users set approved_at = null where email = ${email}`;
  expect((await request()).error).toBeNull();
  expect(await mailsTo(email)).toHaveLength(1);
  expect(codeOf(await open(token))).toBe('otp_expired');
});

test('ACCT-46 a link expires after an hour, and a forged one opens nothing', async () => {
  await request();
  await host.sql`
    update embedded.sign_in_link set expires_at = expires_at - interval '61 minutes'
    where user_id = (select id from auth.users where email = ${email})`;
  expect(codeOf(await open(await mailed()))).toBe('otp_expired');
  expect(codeOf(await open('a'.repeat(64)))).toBe('otp_expired');
});

test('ACCT-60 a sign-in link and a link for a new password do not replace or use up each other', async () => {
  await request();
  const token = await mailed();
  expect((await browser.auth.resetPasswordForEmail(email)).error).toBeNull();
  const reset = new URL(await host.server.lastMailLink(email)).searchParams.get('token_hash') ?? '';
  expect(codeOf(await open(reset))).toBe('otp_expired');
  const verified = (token_hash: string) =>
    browser.auth.verifyOtp({ type: 'recovery', token_hash }).then(codeOf);
  expect(await verified(token)).toBe('otp_expired');
  expect((await open(token)).error).toBeNull();
  expect(await verified(reset)).toBeUndefined();
});

test('ACCT-60 each mail has its own link, and using one ends the others', async () => {
  await request();
  const first = await mailed();
  await request();
  expect(await mailed()).not.toBe(first);
  expect((await open(first)).error).toBeNull();
  expect(codeOf(await open(await mailed()))).toBe('otp_expired');
});

test.each([
  ['the address changes', (address: string) => `email = 'new-${address}'`],
  ['the account is deactivated and reactivated', () => `banned_until = now() + interval '1 day'`],
])('ACCT-60 a link stops working when %s', async (_event, change) => {
  await request();
  await host.sql.unsafe(`update auth.users set ${change(email)} where email = '${email}'`);
  await host.sql`update auth.users set banned_until = null where email like ${`%${email}`}`;
  expect(codeOf(await open(await mailed()))).toBe('otp_expired');
});

test('ACCT-46 opening the link itself signs no one in: the page has a button', async () => {
  await request();
  const verify = `${host.server.url}/auth/v1/verify?type=magiclink&token=${await mailed()}`;
  const response = await fetch(verify, { redirect: 'manual' });
  const target = new URL(response.headers.get('location') ?? '');
  expect([target.pathname, target.hash, target.searchParams.get('code')]).toEqual([
    '/auth/callback',
    '',
    null,
  ]);
  expect((await open(await mailed())).error).toBeNull();
});

test('ACCT-47 a second factor is still asked for', async () => {
  const person = await new AccountClient(host.server, { email, password: 'Passw0rd!' }).signIn();
  const { id, secret } = await person.addFactor();
  await request();
  await open(await mailed());
  expect(await reads(browser)).toEqual([403, 403, 403]);
  expect((await browser.enterCode(id, await codeOfApp(secret))).error).toBeNull();
  expect(await reads(browser)).toEqual(expect.not.arrayContaining([403]));
});

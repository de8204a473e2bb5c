import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AccountClient } from './support/account-client.ts';
import { FactorServer, reads } from './support/factor-server.ts';

let host: FactorServer;
let person: AccountClient;
let next: string;
let count = 0;

beforeAll(async () => {
  host = await FactorServer.start({
    rateLimits: { mailPerRecipient: { points: 3, seconds: 60 } },
  });
});
afterAll(() => host.stop());
beforeEach(async () => {
  person = await host.newPerson();
  next = `next-${++count}@example.test`;
});

/** Requests a change, and waits until its mails are sent. */
async function request(email = next, client = person) {
  const response = await client.auth.updateUser({ email });
  await host.server.mails();
  return response;
}
const codeOf = ({ error }: { error: { code?: string | undefined } | null }) => error?.code;

/** Returns the token of the last link that was mailed to an address. */
async function mailed(address: string): Promise<string> {
  const link = new URL(await host.server.lastMailLink(address));
  expect(link.pathname).toBe('/auth/callback');
  expect(link.searchParams.get('type')).toBe('email_change');
  return link.searchParams.get('token_hash') ?? '';
}

/** Presses the button on the page of a link, in a browser without a session. */
function confirm(token: string) {
  const { auth } = new AccountClient(host.server, { email: '', password: '' });
  return auth.verifyOtp({ type: 'email_change', token_hash: token });
}

const emailOf = async (client = person) => (await client.auth.getUser()).data.user?.email;

test('ACCT-37 the address changes once both links are opened, in any order, on another device', async () => {
  const former = person.email;
  const { data, error } = await request(next.toUpperCase());
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email: former, new_email: next });
  for (const address of [former, next])
    expect((await host.server.mails()).findLast(({ to }) => to === address)?.text).toContain(
      `from ${former} to ${next}`,
    );
  const other = await new AccountClient(host.server, {
    email: former,
    password: 'Passw0rd!',
  }).signIn();

  const first = await confirm(await mailed(next));
  expect(first.error).toBeNull();
  expect(first.data).toEqual({ session: null, user: null });
  expect(await emailOf()).toBe(former);
  const second = await confirm(await mailed(former));
  expect(second.data).toMatchObject({ session: null, user: { email: next } });
  expect(await emailOf()).toBe(next);

  // Both sessions continue, and the password belongs to the new address.
  expect(await emailOf(other)).toBe(next);
  expect(await reads(other)).toEqual(expect.not.arrayContaining([401]));
  const [row] = await host.sql`select email from public.users where email = ${next}`;
  expect(row).toBeDefined();
  const again = { email: next, password: 'Passw0rd!' };
  await new AccountClient(host.server, again).signIn();
  const refused = await person.auth.signInWithPassword({ ...again, email: former });
  expect(codeOf(refused)).toBe('invalid_credentials');
});

test('ACCT-38 a link confirms its own address only, once, for an hour, and not as another kind of link', async () => {
  await request();
  const token = await mailed(next);
  for (const type of ['recovery', 'signup', 'invite'] as const) {
    const body = JSON.stringify({ type, token_hash: token, password: 'Passw0rd!' });
    const other = await host.server.call('/auth/v1/verify', { method: 'POST', body });
    expect(await other.json()).toMatchObject({ error_code: 'otp_expired' });
  }
  expect((await confirm(token)).error).toBeNull();
  expect(codeOf(await confirm(token))).toBe('otp_expired');
  expect(await emailOf()).not.toBe(next);
  await host.sql`
    update auth.users set email_change_sent_at = now() - interval '61 minutes' where email = ${person.email}`;
  expect(codeOf(await confirm(await mailed(person.email)))).toBe('otp_expired');
  for (const forged of ['', 'a'.repeat(64)])
    expect((await confirm(forged)).error?.status).toBeGreaterThanOrEqual(400);
  expect(await emailOf()).not.toBe(next);
});

test('ACCT-38 opening a mailed link changes nothing, and leads to the page with the button', async () => {
  await request();
  const token = await mailed(next);
  const verify = `${host.server.url}/auth/v1/verify?type=email_change&token=${token}`;
  const response = await fetch(verify, { redirect: 'manual' });
  const target = new URL(response.headers.get('location') ?? '');
  expect(target.pathname).toBe('/auth/callback');
  expect(target.searchParams.get('token_hash')).toBe(token);
  expect((await confirm(token)).error).toBeNull();
});

test('ACCT-38 the database contains no token that was mailed', async () => {
  await request();
  const [row] =
    await host.sql`select to_json(users) as text from auth.users where email = ${person.email}`;
  for (const address of [next, person.email])
    expect(JSON.stringify(row)).not.toContain(await mailed(address));
});

test('ACCT-39 a later request replaces the one before it', async () => {
  await request();
  const [oldCurrent, oldNext] = [await mailed(person.email), await mailed(next)];
  const later = `later-${next}`;
  expect((await request(later)).error).toBeNull();
  for (const token of [oldCurrent, oldNext])
    expect(codeOf(await confirm(token))).toBe('otp_expired');
  await confirm(await mailed(person.email));
  await confirm(await mailed(later));
  expect(await emailOf()).toBe(later);
});

test('ACCT-39 the number of mails to each of the two addresses is limited, whoever requests them', async () => {
  const limited = 'over_email_send_rate_limit';
  for (const name of ['a', 'b', 'c']) expect((await request(`${name}-${next}`)).error).toBeNull();
  expect(codeOf(await request(next))).toBe(limited);
  for (let sent = 0; sent < 3; sent++)
    expect((await request(next, await host.newPerson())).error).toBeNull();
  expect(codeOf(await request(next, await host.newPerson()))).toBe(limited);
});

test('ACCT-39 a cancelled change is not confirmed', async () => {
  await request();
  expect(await person.rpc('cancel_email_change')).toEqual({ status: 200, body: true });
  for (const address of [next, person.email])
    expect(codeOf(await confirm(await mailed(address)))).toBe('otp_expired');
  expect((await person.auth.getUser()).data.user).not.toHaveProperty('new_email');
});

test('ACCT-61 after a cancelled change another one is requested at once, at most six an hour', async () => {
  const limited = 'over_email_send_rate_limit';
  for (let sent = 0; sent < 6; sent++) {
    expect((await request(`${sent}-${next}`)).error).toBeNull();
    await person.rpc('cancel_email_change');
  }
  expect(codeOf(await request(next))).toBe(limited);
});

test('ACCT-61 cancelling does not raise the number of mails to the new address', async () => {
  for (let sent = 0; sent < 3; sent++) {
    expect((await request()).error).toBeNull();
    await person.rpc('cancel_email_change');
  }
  expect(codeOf(await request())).toBe('over_email_send_rate_limit');
});

test('ACCT-42 an address that has an account gets the same response, no link, and stays with its user', async () => {
  const owner = await host.newPerson();
  const free = await request();
  const other = await host.newPerson();
  const taken = await request(owner.email, other);
  expect(taken.error).toBeNull();
  expect(Object.keys(taken.data.user ?? {}).toSorted()).toEqual(
    Object.keys(free.data.user ?? {}).toSorted(),
  );
  expect(taken.data.user).toMatchObject({ new_email: owner.email });
  const mail = (await host.server.mails()).findLast(({ to }) => to === owner.email);
  expect(mail?.subject).toBe('This address already has an account for Second Homie');
  expect(new URL(mail?.link ?? '').search).toBe('');
  expect((await confirm(await mailed(other.email))).error).toBeNull();
  expect(await emailOf(other)).toBe(other.email);
  expect(await emailOf(owner)).toBe(owner.email);
});

test('ACCT-42 an address that gets an account in the meantime is not taken over', async () => {
  await request();
  await host.server.createUser(next);
  await confirm(await mailed(person.email));
  expect(codeOf(await confirm(await mailed(next)))).toBe('otp_expired');
  expect(await emailOf()).toBe(person.email);
});

test('ACCT-43 an old session, one without its second factor, or none at all, requests nothing', async () => {
  const mails = (await host.server.mails()).length;
  await host.growOld(person);
  expect(codeOf(await request())).toBe('reauthentication_needed');
  await person.signIn();
  await person.addFactor();
  const withoutCode = await new AccountClient(host.server, {
    email: person.email,
    password: 'Passw0rd!',
  }).signIn();
  expect(codeOf(await request(next, withoutCode))).toBe('insufficient_aal');
  const anonymous = await host.server.call('/auth/v1/user', {
    method: 'PUT',
    body: JSON.stringify({ email: next }),
  });
  expect(anonymous.status).toBe(401);
  expect(await host.server.mails()).toHaveLength(mails);
  expect((await request()).error).toBeNull();
});

test.each([[42], [''], ['no address'], [{ email: 'a@b.example' }]])(
  'ACCT-43 refuses %j as an address',
  async (email) => {
    const response = await host.server.call('/auth/v1/user', {
      method: 'PUT',
      headers: { authorization: `Bearer ${await person.token()}` },
      body: JSON.stringify({ email }),
    });
    expect(response.status).toBe(400);
  },
);

test('ACCT-41 the directory or a provider manages the address of its accounts, also while a change waits', async () => {
  await request();
  await host.sql`
    insert into private.provisioned_users (user_id) select id from auth.users where email = ${person.email}`;
  expect(codeOf(await confirm(await mailed(next)))).toBe('otp_expired');
  expect(codeOf(await request(`other-${next}`))).toBe('email_address_managed');
  expect(await person.rpc('own_email_manager')).toEqual({ status: 200, body: 'directory' });
});

test('ACCT-38 a link for a new password that was mailed to the former address opens nothing', async () => {
  await person.auth.resetPasswordForEmail(person.email);
  const reset =
    new URL(await host.server.lastMailLink(person.email)).searchParams.get('token_hash') ?? '';
  await request();
  expect((await confirm(await mailed(person.email))).error).toBeNull();
  expect((await confirm(await mailed(next))).data.user).toMatchObject({ email: next });
  const opened = await person.auth.verifyOtp({ type: 'recovery', token_hash: reset });
  expect(codeOf(opened)).toBe('otp_expired');
});

test('ACCT-38 a deactivated account changes no address', async () => {
  await request();
  await host.sql`
    update auth.users set banned_until = now() + interval '1 day' where email = ${person.email}`;
  expect(codeOf(await confirm(await mailed(next)))).toBe('otp_expired');
});

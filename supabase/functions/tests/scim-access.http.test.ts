import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccountClient } from './support/account-client.ts';
import { ScimServer, TOKEN, USER } from './support/scim-server.ts';
import { SsoBrowser, SsoServer } from './support/sso-server.ts';

/** Within this time a deactivated user loses everything. */
const WITHIN_MS = 5_000;
let host: ScimServer;

beforeAll(async () => {
  host = await ScimServer.start();
});
afterAll(() => host.stop());

test('SCIM-05 deactivation ends the session with its streams within 5 s', async () => {
  const user = await host.createAccount();
  const client = await new AccountClient(host.server, user).signIn();
  const token = await client.token();
  const stream = await client.call('/functions/v1/conversations', {
    endpoint: '/conversations/changes',
    method: 'GET',
  });
  const streamEnd = stream.text();
  const read = async () => (await client.call('/rest/v1/users?select=id', undefined, token)).status;
  expect(await read()).toBe(200);
  const started = performance.now();
  await host.patch(`/Users/${user.id}`, { op: 'replace', path: 'active', value: false });
  await streamEnd;
  await expect.poll(read, { timeout: WITHIN_MS }).toBe(401);
  expect(performance.now() - started).toBeLessThan(WITHIN_MS);
  await expect(host.server.signIn(user.email, user.password)).rejects.toThrow('user_banned');
});

test('SCIM-05 DELETE deactivates, and the user stays with the data', async () => {
  const { body } = await host.create(host.newEmail());
  const deleted = await host.send('DELETE', `/Users/${body.id}`);
  expect(deleted.status).toBe(204);
  expect((await host.send('GET', `/Users/${body.id}`)).body['active']).toBe(false);
  expect((await host.send('DELETE', `/Users/${body.id}`)).status).toBe(204);
});

test('SCIM-05 the last administrator stays, and its address too', async () => {
  const admin = await host.createAccount('admin');
  const path = `/Users/${admin.id}`;
  const off = await host.patch(path, { op: 'replace', path: 'active', value: false });
  expect(off).toMatchObject({
    status: 409,
    body: { detail: 'The last administrator must stay.' },
  });
  expect((await host.send('DELETE', path)).status).toBe(409);
  const renamed = await host.patch(path, {
    op: 'replace',
    path: 'userName',
    value: host.newEmail(),
  });
  expect(renamed.status).toBe(403);
  expect((await host.server.signIn(admin.email, admin.password)).userId).toBe(admin.id);
});

test('SCIM-05 an account that an administrator deactivated stays deactivated', async () => {
  const { body } = await host.create(host.newEmail());
  await host.sql`update auth.users set banned_until = now() + interval '1 year' where id = ${body.id}`;
  const answers = [
    await host.patch(`/Users/${body.id}`, { op: 'replace', path: 'active', value: true }),
    await host.send('PUT', `/Users/${body.id}`, {
      schemas: [USER],
      userName: body['userName'],
      active: true,
    }),
  ];
  for (const answer of answers)
    expect(answer).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^An administrator deactivated this account/) },
    });
  expect((await host.send('GET', `/Users/${body.id}`)).body['active']).toBe(false);
});

test('SCIM-06 a created user does not wait for approval, and one created as inactive has no access', async () => {
  await host.sql`update private.sign_up_rule set needs_approval = true`;
  const active = await host.create(host.newEmail());
  const inactive = await host.create(host.newEmail(), { active: false });
  await host.sql`update private.sign_up_rule set needs_approval = false`;
  expect([active.body['active'], inactive.body['active']]).toEqual([true, false]);
  const states = await host.sql`
    select state from private.account_states
    where user_id in (${active.body.id}, ${inactive.body.id}) order by state`;
  expect(states).toEqual([{ state: 'active' }, { state: 'deactivated' }]);
});

test('SCIM-04 of two concurrent requests for one address, one creates the user', async () => {
  const email = host.newEmail();
  const answers = await Promise.all([host.create(email), host.create(email)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('SCIM-06 a created user signs in with the mailed link, and has no password before', async () => {
  const email = host.newEmail();
  const { body } = await host.create(email);
  await expect(host.server.signIn(email, 'anything')).rejects.toThrow('invalid_credentials');
  const reset = await host.server.call('/auth/v1/recover', {
    method: 'POST',
    body: JSON.stringify({ email }),
  });
  expect(reset.status).toBe(200);
  const tokenHash =
    new URL(await host.server.lastMailLink(email)).searchParams.get('token_hash') ?? '';
  const { auth } = new AccountClient(host.server, { email, password: '' });
  const opened = await auth.verifyOtp({ token_hash: tokenHash, type: 'recovery' });
  expect(opened.data.user?.id).toBe(body.id);
  expect(await host.role(body.id)).toBe('support_worker');
});

test('SCIM-06 a created user signs in through the identity provider', async () => {
  const sso = await SsoServer.start({ scim: { token: TOKEN, roleLimit: 'office' } });
  const email = sso.newEmail();
  const created = await fetch(`${sso.server.url}/scim/v2/Users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ schemas: [USER], userName: email }),
  });
  const { id } = (await created.json()) as { id: string };
  const login = sso.addUser(sso.entra, email);
  expect((await new SsoBrowser(sso.server).signIn('entra', login)).user.id).toBe(id);
  await sso.stop();
});

test('SCIM-06 a sign-up that no one confirmed becomes the account of the directory’s user', async () => {
  const email = host.newEmail();
  await host.server.call('/auth/v1/signup', {
    method: 'POST',
    body: JSON.stringify({ email, password: 'chosen-by-mallory' }),
  });
  await host.server.mails();
  expect((await host.create(email)).status).toBe(409);
  const { body } = await host.filter(`userName eq "${email}"`);
  const [found] = body['Resources'] as { id: string; active: boolean }[];
  expect(found?.active).toBe(false);
  await host.patch(`/Users/${found?.id}`, { op: 'replace', path: 'active', value: true });
  await expect(host.server.signIn(email, 'chosen-by-mallory')).rejects.toThrow(
    'invalid_credentials',
  );
});

test('SCIM-08 creation, changes and deactivation are recorded with the values', async () => {
  const email = host.newEmail();
  const { body } = await host.create(email, { displayName: 'Babs', externalId: 'audit' });
  await host.patch(`/Users/${body.id}`, { op: 'replace', path: 'displayName', value: 'Barb' });
  await host.patch(`/Users/${body.id}`, { op: 'replace', path: 'displayName', value: 'Barb' });
  await host.send('DELETE', `/Users/${body.id}`);
  const entry = { action: 'account_changed', user_email: 'SCIM' };
  expect(await host.recorded(body.id)).toEqual([
    {
      ...entry,
      meta: {
        before: {},
        after: {
          active: true,
          deactivated: false,
          display_name: 'Babs',
          email,
          external_id: 'audit',
        },
      },
    },
    { ...entry, meta: { before: { display_name: 'Babs' }, after: { display_name: 'Barb' } } },
    {
      ...entry,
      meta: {
        before: { active: true, deactivated: false },
        after: { active: false, deactivated: true },
      },
    },
  ]);
});

import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SsoBrowser, SsoServer } from './support/sso-server.ts';

let host: SsoServer;
const browser = () => new SsoBrowser(host.server);

beforeAll(async () => {
  host = await SsoServer.start();
});
afterAll(() => host.stop());

describe('signing in', () => {
  test('ACCT-14 the client of Supabase Auth signs a new user in through a provider', async () => {
    const email = host.newEmail();
    const session = await browser().signIn('entra', host.addUser(host.entra, email));
    expect(session.user.email).toBe(email);
    const claims = decodeJwt(session.access_token);
    expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }], email });
    expect(await host.account(email)).toEqual({ role: 'support_worker', state: 'active' });
    const rows = await host.server.call('/rest/v1/users?select=email', {
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    expect(await rows.json()).toEqual([{ email }]);
  });

  test('ACCT-14 each of several providers signs its users in, with claims in the ID token too', async () => {
    const email = host.newEmail('two.example');
    const session = await browser().signIn('okta', host.addUser(host.okta, email));
    expect(session.user.email).toBe(email);
  });

  test('ACCT-14 the sign-in is renewed, listed and ended like any other', async () => {
    const email = host.newEmail();
    const client = browser();
    await client.signIn('entra', host.addUser(host.entra, email));
    const renewed = await client.auth.refreshSession();
    expect(renewed.data.session?.user.email).toBe(email);
    expect(decodeJwt(renewed.data.session?.access_token ?? '')['amr']).toMatchObject([
      { method: 'oauth' },
    ]);
    expect((await client.auth.signOut()).error).toBeNull();
    expect(
      await host.sql`select 1 from auth.sessions join auth.users on users.id = user_id
      where email = ${email}`,
    ).toHaveLength(0);
  });

  test('ACCT-14 the address that the user entered is passed to the provider', async () => {
    const client = browser();
    const start = await client.startAddress('entra', {
      queryParams: { login_hint: 'jo@one.example' },
    });
    const atProvider = await client.follow(start);
    expect(atProvider.searchParams.get('login_hint')).toBe('jo@one.example');
    expect(atProvider.searchParams.get('code_challenge_method')).toBe('S256');
  });

  test('ACCT-14 environment.json names providers and domains, and no secret', async () => {
    const text = await (await fetch(`${host.server.url}/environment.json`)).text();
    expect(JSON.parse(text).providers).toEqual([
      { id: 'entra', name: 'Entra ID', domains: ['one.example'], only: false },
      { id: 'okta', name: 'Okta', domains: ['two.example'], only: true },
    ]);
    for (const secret of [host.entra.clientSecret, host.entra.issuer])
      expect(text).not.toContain(secret);
  });
});

describe('linking', () => {
  test('ACCT-16 a verified address links the account that has it, once, and its password still works', async () => {
    const email = host.newEmail();
    const user = await host.server.createUser(email);
    await host.setRole(email, 'admin');
    const login = host.addUser(host.entra, email);
    const first = await browser().signIn('entra', login);
    const second = await browser().signIn('entra', login);
    expect([first.user.id, second.user.id]).toEqual([user.id, user.id]);
    expect(await host.countIdentities(email)).toBe(1);
    expect((await host.server.signIn(email, user.password)).userId).toBe(user.id);
  });

  test('ACCT-16 the identity is the subject: a renamed user stays the same user', async () => {
    const email = host.newEmail();
    const login = host.addUser(host.entra, email);
    const first = await browser().signIn('entra', login);
    host.entra.users.set(login, { email: host.newEmail(), email_verified: false });
    const second = await browser().signIn('entra', login);
    expect(second.user.id).toBe(first.user.id);
    expect(second.user.email).toBe(email);
  });

  test('ACCT-16 linking an account that someone signed up with this address removes that password', async () => {
    const email = host.newEmail();
    const mallory = browser();
    await mallory.auth.signUp({ email, password: 'chosen-by-mallory' });
    await browser().signIn('entra', host.addUser(host.entra, email));
    await expect(host.server.signIn(email, 'chosen-by-mallory')).rejects.toThrow(
      'invalid_credentials',
    );
  });

  test('ACCT-16 a user who is invited gets the role of the invitation', async () => {
    const email = host.newEmail('two.example');
    await host.sql`
      insert into private.invitations (email, role_id, expires_at)
      select ${email}, id, now() + interval '1 day' from public.roles where name = 'office'`;
    await browser().signIn('okta', host.addUser(host.okta, email));
    expect(await host.account(email)).toEqual({ role: 'office', state: 'active' });
  });
});

describe('the rule for sign-ups', () => {
  test('ACCT-17 a new user waits for approval, unless a group gives a role', async () => {
    const [waiting, approved] = [host.newEmail(), host.newEmail()];
    await host.sql`update private.sign_up_rule set needs_approval = true`;
    await browser().signIn('entra', host.addUser(host.entra, waiting, { groups: ['Chess'] }));
    await browser().signIn('entra', host.addUser(host.entra, approved, { groups: ['Carers'] }));
    await host.sql`update private.sign_up_rule set needs_approval = false`;
    expect(await host.account(waiting)).toEqual({ role: 'support_worker', state: 'waiting' });
    expect(await host.account(approved)).toEqual({ role: 'support_worker', state: 'active' });
  });

  test.each([
    ['closed', { open: false, domains: [] }, 'signup_disabled'],
    [
      'for another domain',
      { open: true, domains: ['care.example'] },
      'email_address_not_authorized',
    ],
  ])(
    'ACCT-17 while sign-up is %s, only users with an account sign in',
    async (_, signUp, error) => {
      const strict = await SsoServer.start({ signUp });
      const [newcomer, known] = [strict.newEmail(), strict.newEmail()];
      await strict.server.createUser(known);
      const refused = await new SsoBrowser(strict.server).land(
        'entra',
        strict.addUser(strict.entra, newcomer),
      );
      expect(refused).toMatchObject({ code: null, error });
      expect(await strict.account(newcomer)).toBeUndefined();
      const login = strict.addUser(strict.entra, known);
      const session = await new SsoBrowser(strict.server).signIn('entra', login);
      expect(session.user.email).toBe(known);
      await strict.stop();
    },
  );
});

describe('the role', () => {
  test('ACCT-18 follows from the groups at each sign-in, up and down', async () => {
    const email = host.newEmail();
    const login = host.addUser(host.entra, email, { groups: ['Carers', 'Office Staff'] });
    await browser().signIn('entra', login);
    expect((await host.account(email))?.role).toBe('office');
    host.addUser(host.entra, email, { groups: [] });
    await browser().signIn('entra', login);
    expect((await host.account(email))?.role).toBe('support_worker');
    const changes = (await host.recorded(email)).filter(({ action }) => action === 'role_changed');
    expect(changes.map(({ meta }) => meta)).toEqual([
      { provider: 'entra', before: { role: 'support_worker' }, after: { role: 'office' } },
      { provider: 'entra', before: { role: 'office' }, after: { role: 'support_worker' } },
    ]);
  });

  test('ACCT-18 stays if the provider left out the groups, and if it has no roles', async () => {
    const [many, unmapped] = [host.newEmail(), host.newEmail('two.example')];
    for (const email of [many, unmapped]) {
      await host.server.createUser(email);
      await host.setRole(email, 'office');
    }
    await browser().signIn(
      'entra',
      host.addUser(host.entra, many, { _claim_names: { groups: 'src1' } }),
    );
    await browser().signIn('okta', host.addUser(host.okta, unmapped, { groups: ['Carers'] }));
    expect((await host.account(many))?.role).toBe('office');
    expect((await host.account(unmapped))?.role).toBe('office');
  });

  test.each([['admin'], ['__proto__'], ['constructor'], ['office staff']])(
    'ACCT-18 a group named %s gives none',
    async (group) => {
      const email = host.newEmail();
      await browser().signIn('entra', host.addUser(host.entra, email, { groups: [group] }));
      expect((await host.account(email))?.role).toBe('support_worker');
    },
  );

  test('ACCT-18 is never above the limit in the database, whatever the groups', async () => {
    const email = host.newEmail();
    await host.sql`select private.set_sign_in_providers('{"entra": "support_worker"}')`;
    await browser().signIn('entra', host.addUser(host.entra, email, { groups: ['Office Staff'] }));
    await host.sql`select private.set_sign_in_providers('{"entra": "office", "okta": "office"}')`;
    expect((await host.account(email))?.role).toBe('support_worker');
  });

  test('ACCT-18 of an administrator is above the limit: groups do not change it', async () => {
    const email = host.newEmail();
    await host.server.createUser(email);
    await host.setRole(email, 'admin');
    await browser().signIn('entra', host.addUser(host.entra, email, { groups: ['Carers'] }));
    expect((await host.account(email))?.role).toBe('admin');
  });
});

describe('the audit log', () => {
  test('ACCT-20 names the provider of a sign-in, the link and the reason of a refusal', async () => {
    const email = host.newEmail();
    const login = host.addUser(host.entra, email);
    await browser().signIn('entra', login);
    host.addUser(host.entra, email, { sub: 'someone-else' });
    await browser().land('entra', login);
    expect(await host.recorded(email)).toEqual([
      { action: 'signed_up', meta: {} },
      { action: 'login', meta: { provider: 'entra' } },
      { action: 'identity_linked', meta: { provider: 'custom:entra' } },
      {
        action: 'denied',
        meta: { attempted: 'single_sign_on', provider: 'entra', reason: 'sso_identity_changed' },
      },
    ]);
  });
});

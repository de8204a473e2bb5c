import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readLanding, SsoBrowser, SsoServer } from './support/sso-server.ts';

let host: SsoServer;
let victim: string;
let client: SsoBrowser;
const browser = () => new SsoBrowser(host.server);
const page = () => `${host.server.url}/auth/callback`;

beforeAll(async () => {
  host = await SsoServer.start();
});
afterAll(() => host.stop());
beforeEach(() => {
  victim = host.newEmail();
  host.addUser(host.entra, victim);
  client = browser();
});

/** Opens a callback. @returns where it leads, and the account of the user */
async function open(callback: URL, email = victim) {
  const landing = readLanding(await client.follow(callback));
  return { ...landing, account: await host.account(email) };
}

/** The outcome of a callback that signs no one in and creates no account. */
const refused = (error: string) => ({ page: page(), code: null, error, account: undefined });

describe('the response of a provider', () => {
  test('ENDS-03 of eight responses with the same state at once, one is accepted', async () => {
    const callback = await client.toCallback('entra', victim);
    const landings = await Promise.all(
      Array.from({ length: 8 }, async () => readLanding(await client.follow(callback))),
    );
    expect(landings.filter(({ code }) => code !== null)).toHaveLength(1);
  });

  test('ACCT-15 a state is valid once', async () => {
    const callback = await client.toCallback('entra', victim);
    expect((await client.follow(callback)).searchParams.get('code')).not.toBeNull();
    expect(readLanding(await client.follow(callback))).toMatchObject({
      code: null,
      error: 'bad_oauth_state',
    });
  });

  test('ACCT-15 a state that is missing or made up is refused', async () => {
    const callback = await client.toCallback('entra', victim);
    for (const state of ['', 'made-up', "' or true --"]) {
      callback.searchParams.set('state', state);
      expect(await open(callback)).toEqual(refused('bad_oauth_state'));
    }
  });

  test('ACCT-15 a state expires after ten minutes', async () => {
    const callback = await client.toCallback('entra', victim);
    await host.sql`update embedded.provider_flow set expires_at = expires_at - interval '10 minutes'`;
    expect(await open(callback)).toEqual(refused('bad_oauth_state'));
  });

  test('ACCT-15 a refused response consumes its state', async () => {
    const callback = await client.toCallback('entra', victim);
    const forged = new URL(callback);
    forged.searchParams.set('code', 'forged');
    expect(await open(forged)).toEqual(refused('bad_oauth_callback'));
    expect(await open(callback)).toEqual(refused('bad_oauth_state'));
  });

  test('ACCT-15 an ID token with another nonce is refused', async () => {
    const atProvider = await client.follow(await client.startAddress('entra'));
    atProvider.searchParams.set('nonce', 'of-another-sign-in');
    expect(await open(await client.authenticate(atProvider, victim))).toEqual(
      refused('bad_oauth_callback'),
    );
  });

  test('ACCT-15 a code that was issued for another sign-in is refused', async () => {
    const mallory = host.addUser(host.entra, host.newEmail());
    const stolen = await browser().toCallback('entra', victim);
    const own = await client.toCallback('entra', mallory);
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    expect(await open(own)).toEqual(refused('bad_oauth_callback'));
    expect(await host.account(mallory)).toBeUndefined();
  });

  test('ACCT-15 a code is redeemed once at the provider', async () => {
    const first = await client.toCallback('entra', victim);
    await client.follow(first);
    const second = await client.toCallback('entra', victim);
    second.searchParams.set('code', first.searchParams.get('code') ?? '');
    expect(readLanding(await client.follow(second)).error).toBe('bad_oauth_callback');
  });

  test('ACCT-15 a response at the address of another provider is refused', async () => {
    const callback = await client.toCallback('entra', victim);
    callback.pathname = callback.pathname.replace('entra', 'okta');
    expect(await open(callback)).toEqual(refused('bad_oauth_state'));
  });

  test('ACCT-15 a code of another provider is refused, whatever the issuer that comes with it', async () => {
    const mallory = 'mallory@one.example';
    host.addUser(host.okta, mallory);
    for (const issuer of [host.okta.issuer, host.entra.issuer]) {
      const start = await client.follow(await client.startAddress('entra'));
      const atOther = new URL(start);
      atOther.host = new URL(host.okta.issuer).host;
      const callback = await client.authenticate(atOther, mallory);
      expect(callback.pathname).toBe('/auth/v1/callback/entra');
      callback.searchParams.set('iss', issuer);
      expect(await open(callback, mallory)).toEqual(refused('bad_oauth_callback'));
    }
  });

  test('ACCT-15 a response without the issuer is refused if the provider announces it', async () => {
    const callback = await client.toCallback('entra', victim);
    callback.searchParams.delete('iss');
    expect(await open(callback)).toEqual(refused('bad_oauth_callback'));
  });

  test('ACCT-15 a refusal of the provider is shown by its code alone', async () => {
    const callback = await client.toCallback('entra', 'unknown login');
    expect(callback.searchParams.get('error_description')).toContain('<script>');
    const landing = await client.follow(callback);
    expect(landing.href).not.toContain('script');
    expect(readLanding(landing).error).toBe('access_denied');
  });

  test('ACCT-15 a provider that does not respond leads back to the page, and the audit log has the reason', async () => {
    const down = await SsoServer.start();
    await down.entra.stop();
    const other = new SsoBrowser(down.server);
    expect(readLanding(await other.follow(await other.startAddress('entra')))).toMatchObject({
      code: null,
      error: 'sso_unavailable',
    });
    expect(await down.sql`select meta ->> 'reason' as reason from public.audit_logs`).toEqual([
      { reason: 'ECONNREFUSED' },
    ]);
    await down.stop();
  });
});

describe('the page that receives the code', () => {
  test.each([
    ['another site', 'https://mallory.example/auth/callback'],
    ['another port', 'http://localhost:1/auth/callback'],
    ['a user name in front', 'http://localhost@mallory.example/auth/callback'],
    ['no protocol', '//mallory.example/auth/callback'],
    ['a script', 'javascript:alert(1)'],
    ['another page', '/auth/reset-password'],
  ])('ACCT-15 is ours, whatever is requested: %s', async (_, wanted) => {
    const redirectTo = wanted.startsWith('/auth') ? host.server.url + wanted : wanted;
    const start = await client.startAddress('entra', { redirectTo });
    const callback = await client.authenticate(await client.follow(start), victim);
    expect(readLanding(await client.follow(callback)).page).toBe(page());
  });

  test('API-05 the exchange call sends the code of the address and opens a session, once', async () => {
    const code = (await client.land('entra', victim)).code ?? '';
    const { data } = await client.auth.exchangeCodeForSession(code);
    expect(data.session?.user.email).toBe(victim);
    const again = await host.server.call('/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      body: JSON.stringify({ auth_code: code, code_verifier: 'anything' }),
    });
    expect(await again.json()).toMatchObject({ error_code: 'flow_state_not_found' });
  });

  test('ACCT-15 the code opens nothing in another browser, and nothing twice', async () => {
    const landing = await client.land('entra', victim);
    const code = landing.code ?? '';
    const mallory = browser();
    await mallory.startAddress('entra');
    expect((await mallory.auth.exchangeCodeForSession(code)).error?.code).toBe('bad_code_verifier');
    expect((await client.auth.exchangeCodeForSession(code)).error?.code).toBe(
      'flow_state_not_found',
    );
  });

  test('ACCT-15 a sign-in needs a challenge of its browser', async () => {
    const start = await client.startAddress('entra');
    for (const [name, value] of [
      ['code_challenge', ''],
      ['code_challenge', 'short'],
      ['code_challenge_method', 'plain'],
      ['provider', 'custom:unknown'],
      ['provider', 'google'],
    ] as const) {
      const changed = new URL(start);
      changed.searchParams.set(name, value);
      expect((await client.visit(changed)).status).toBe(400);
    }
  });
});

describe('the account', () => {
  test('ACCT-16 an address that the provider has not verified is neither linked nor added', async () => {
    const email = host.newEmail();
    await host.server.createUser(email);
    for (const verified of [false, 'no', undefined, null, 0]) {
      host.addUser(host.entra, email, { email_verified: verified });
      host.addUser(host.entra, victim, { email_verified: verified });
      for (const login of [email, victim])
        expect((await client.land('entra', login)).error).toBe('provider_email_needs_verification');
      client = browser();
    }
    expect(await host.countIdentities(email)).toBe(0);
    expect(await host.account(victim)).toBeUndefined();
  });

  test.each(['person@two.example', 'person@sub.one.example', 'person@one.example.evil', ''])(
    'ACCT-16 an address outside the domains of the provider is refused: %s',
    async (email) => {
      host.entra.users.set('outsider', { email, email_verified: true });
      expect((await client.land('entra', 'outsider')).error).toBe('email_address_not_authorized');
      expect(await host.account(email)).toBeUndefined();
    },
  );

  test('ACCT-16 an address that belongs to another subject now is refused, and nothing is overwritten', async () => {
    const first = await client.signIn('entra', victim);
    host.addUser(host.entra, victim, { sub: 'a-new-employee' });
    expect((await browser().land('entra', victim)).error).toBe('sso_identity_changed');
    host.addUser(host.entra, victim);
    expect((await browser().signIn('entra', victim)).user.id).toBe(first.user.id);
    expect(await host.countIdentities(victim)).toBe(1);
  });

  test('ACCT-16 the same subject of another issuer is another person', async () => {
    await client.signIn('entra', victim);
    await host.sql`
      update auth.identities set identity_data = identity_data || '{"iss": "https://former.example"}'
      where provider_id = ${victim}`;
    expect((await browser().land('entra', victim)).error).toBe('sso_identity_changed');
  });

  test('ACCT-16 a user whose domain no longer belongs to the provider does not sign in', async () => {
    const { user } = await client.signIn('entra', victim);
    await host.sql`update auth.users set email = 'moved@elsewhere.example' where id = ${user.id}`;
    expect((await browser().land('entra', victim)).error).toBe('email_address_not_authorized');
  });

  test('ACCT-16 a deactivated account stays out, linked or not', async () => {
    const linked = await client.signIn('entra', victim);
    const other = host.addUser(host.entra, host.newEmail());
    const { id } = await host.server.createUser(other);
    await host.sql`
      update auth.users set banned_until = now() + interval '1 year' where id in (${id}, ${linked.user.id})`;
    for (const login of [victim, other])
      expect((await browser().land('entra', login)).error).toBe('user_banned');
    expect(await host.countIdentities(other)).toBe(0);
    const sessions = await host.sql`
      select 1 from auth.sessions where user_id in (${id}, ${linked.user.id})`;
    expect(sessions).toHaveLength(0);
  });

  test('ACCT-18 the last administrator stays one, whatever the groups', async () => {
    const strict = await SsoServer.start();
    await strict.sql`select private.set_sign_in_providers('{"entra": "admin"}')`;
    const email = strict.newEmail();
    await strict.server.createUser(email);
    await strict.setRole(email, 'admin');
    const login = strict.addUser(strict.entra, email, { groups: ['Carers'] });
    await new SsoBrowser(strict.server).signIn('entra', login);
    expect((await strict.account(email))?.role).toBe('admin');
    expect(await strict.recorded(email)).toContainEqual({
      action: 'denied',
      meta: { attempted: 'provider_role', provider: 'entra', role: 'support_worker' },
    });
    await strict.stop();
  });

  test('ACCT-16 two first sign-ins at once create one account', async () => {
    const callbacks = await Promise.all(
      [browser(), browser()].map((each) => each.toCallback('entra', victim)),
    );
    const landings = await Promise.all(callbacks.map((callback) => client.follow(callback)));
    expect(landings.map((landing) => landing.searchParams.has('code'))).toEqual([true, true]);
    expect(await host.countIdentities(victim)).toBe(1);
  });

  test('ACCT-14 a user with a second factor enters its code after the sign-in too', async () => {
    const { user } = await client.signIn('entra', victim);
    await host.sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status)
      values (gen_random_uuid(), ${user.id}, 'totp', 'verified')`;
    const session = await browser().signIn('entra', victim);
    const rows = await host.server.call('/rest/v1/users?select=email', {
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    expect(rows.status).toBe(403);
  });
});

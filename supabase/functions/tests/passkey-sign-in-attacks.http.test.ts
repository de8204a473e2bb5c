import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountClient } from './support/account-client.ts';
import { FactorServer } from './support/factor-server.ts';
import {
  addPasskey,
  ATTACKS,
  errorOf,
  newBrowser,
  REFUSED,
  startAdding,
  startSignIn,
  USED,
  usePasskey,
} from './support/passkey-steps.ts';
import { SoftwareAuthenticator, type Deviation } from './support/software-authenticator.ts';

let host: FactorServer;
let person: AccountClient;
let browser: AccountClient;

beforeAll(async () => {
  host = await FactorServer.start({
    providers: [
      {
        id: 'okta',
        name: 'Okta',
        issuer: 'https://okta.example',
        clientId: 'homie',
        clientSecret: 'secret',
        scope: 'openid email',
        verifiedClaim: 'email_verified',
        groupsClaim: 'groups',
        roleLimit: 'office',
        domains: ['two.example'],
        only: true,
      },
    ],
  });
});
afterAll(() => host.stop());
beforeEach(async () => {
  await host.demand('optional');
  person = await host.newPerson();
  browser = newBrowser(host.server);
});

/** Returns the reasons of refused passkeys in the audit log: of a person, or of no one. */
async function refusals(email?: string): Promise<unknown[]> {
  const rows = await host.sql`
    select meta ->> 'reason' as reason from public.audit_logs
    where action = 'denied' and meta ->> 'attempted' = 'passkey' and user_email is not distinct from ${email ?? null}`;
  return rows.map(({ reason }) => reason);
}

test.each([
  ...ATTACKS,
  ['the type of a registration', { type: 'webauthn.create' }],
  ['a modified signature', { flipSignature: true }],
  ['no user', { userHandle: '' }],
] satisfies [string, Deviation][])('ACCT-30 %s opens nothing', async (_name, deviation) => {
  const { authenticator } = await addPasskey(person, host.server);
  expect(errorOf(await usePasskey(browser, authenticator, deviation))).toMatchObject(REFUSED);
  expect((await browser.auth.getSession()).data.session).toBeNull();
  await expect.poll(() => refusals(person.email)).toEqual(['invalid_response']);
  expect((await usePasskey(browser, authenticator)).error).toBeNull();
});

test('ACCT-29 a response is accepted once', async () => {
  const { authenticator } = await addPasskey(person, host.server);
  const { challenge_id: challengeId, options } = await startSignIn(browser);
  const credential = authenticator.get(options);
  const answers = await Promise.all(
    [1, 2].map(() => browser.auth.passkey.verifyAuthentication({ challengeId, credential })),
  );
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  expect(answers.map(errorOf).find(Boolean)).toMatchObject(USED);
  const later = await startSignIn(browser);
  const replayed = { challengeId: later.challenge_id, credential };
  expect(errorOf(await browser.auth.passkey.verifyAuthentication(replayed))).toMatchObject(REFUSED);
});

test('ACCT-29 a challenge expires, and a refused response uses it up', async () => {
  const { authenticator } = await addPasskey(person, host.server);
  const { challenge_id: challengeId, options } = await startSignIn(browser);
  const verify = (deviation: Deviation = {}) =>
    browser.auth.passkey.verifyAuthentication({
      challengeId,
      credential: authenticator.get(options, deviation),
    });
  await host.sql`
    update auth.webauthn_challenges set expires_at = now() - interval '1 second' where id = ${challengeId}`;
  expect(errorOf(await verify())).toMatchObject({
    code: 'webauthn_challenge_expired',
    status: 400,
  });
  expect(errorOf(await verify())).toMatchObject(USED);
  const second = await startSignIn(browser);
  const answer = (deviation: Deviation = {}) =>
    browser.auth.passkey.verifyAuthentication({
      challengeId: second.challenge_id,
      credential: authenticator.get(second.options, deviation),
    });
  expect(errorOf(await answer({ userVerified: false }))).toMatchObject(REFUSED);
  expect(errorOf(await answer())).toMatchObject(USED);
});

test('ACCT-29 the challenge of a registration opens nothing', async () => {
  const { authenticator } = await addPasskey(person, host.server);
  const { challenge_id: challengeId, options } = await startAdding(person);
  const credential = authenticator.get({ challenge: options.challenge });
  const answer = await browser.auth.passkey.verifyAuthentication({ challengeId, credential });
  expect(errorOf(answer)).toMatchObject(USED);
});

test('ACCT-30 a counter that does not grow opens nothing: the authenticator was copied', async () => {
  const { authenticator } = await addPasskey(person, host.server);
  expect((await usePasskey(browser, authenticator, { counter: 7 })).error).toBeNull();
  for (const counter of [7, 3, 0])
    expect(errorOf(await usePasskey(browser, authenticator, { counter }))).toMatchObject(REFUSED);
  await expect.poll(() => refusals(person.email)).toEqual(['reused_counter']);
  expect((await usePasskey(browser, authenticator, { counter: 8 })).error).toBeNull();
});

test('ACCT-30 authenticators without a counter are accepted', async () => {
  const { authenticator } = await addPasskey(person, host.server);
  for (const counter of [0, 0])
    expect((await usePasskey(browser, authenticator, { counter })).error).toBeNull();
});

test('ACCT-30 a passkey opens its own account only', async () => {
  const { authenticator } = await addPasskey(person, host.server);
  const victim = await host.newPerson();
  const { authenticator: other } = await addPasskey(victim, host.server);
  const userHandle = other.credential?.userHandle ?? '';
  expect(errorOf(await usePasskey(browser, authenticator, { userHandle }))).toMatchObject(REFUSED);
  // The victim's credential, signed with the attacker's key.
  const id = other.credential?.id;
  if (authenticator.credential && id) Object.assign(authenticator.credential, { id, userHandle });
  expect(errorOf(await usePasskey(browser, authenticator))).toMatchObject(REFUSED);
});

test('ACCT-30 an unknown passkey is refused like the others, and recorded without a user', async () => {
  const before = (await refusals()).length;
  const { options } = await startAdding(person);
  const authenticator = new SoftwareAuthenticator(host.server.url);
  authenticator.create(options);
  expect(errorOf(await usePasskey(browser, authenticator))).toMatchObject(REFUSED);
  await expect.poll(async () => (await refusals()).slice(before)).toEqual(['unknown_passkey']);
});

test('ACCT-30 the options of a sign-in are alike for everyone, and name no passkey', async () => {
  await addPasskey(person, host.server);
  const { options } = await startSignIn(browser);
  expect(options).toEqual({
    rpId: 'localhost',
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    timeout: 300_000,
    userVerification: 'required',
  });
});

test.each([
  [{}],
  [{ challenge_id: 'none', credential: {} }],
  [{ challenge_id: 1, credential: 'text' }],
])('ACCT-30 the body %j is not valid', async (body) => {
  const answer = await host.server.call('/auth/v1/passkeys/authentication/verify', {
    method: 'POST',
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error_code: 'validation_failed' });
});

test.each([['text'], [{}], [{ id: 'a', rawId: 'a', type: 'public-key', response: {} }]])(
  'ACCT-30 the credential %j is refused',
  async (credential) => {
    const { challenge_id } = await startSignIn(browser);
    const answer = await host.server.call('/auth/v1/passkeys/authentication/verify', {
      method: 'POST',
      body: JSON.stringify({ challenge_id, credential }),
    });
    expect(await answer.json()).toMatchObject({ error_code: REFUSED.code, code: 400 });
  },
);

test('ACCT-34 a deactivated account is refused, and a waiting one reads nothing', async () => {
  const { authenticator } = await addPasskey(person, host.server);
  await host.sql`update public.users set approved_at = null where email = ${person.email}`;
  expect((await usePasskey(browser, authenticator)).error).toBeNull();
  const rows = await browser.call('/rest/v1/assistants?select=id');
  expect([rows.status, await rows.json()]).toEqual([200, []]);
  await host.sql`
    update auth.users set banned_until = now() + interval '1 day' where email = ${person.email}`;
  expect(errorOf(await usePasskey(browser, authenticator))).toMatchObject({
    code: 'user_banned',
    status: 403,
  });
  await expect.poll(() => refusals(person.email)).toEqual(['user_banned']);
});

test('ACCT-34 an unconfirmed address is refused', async () => {
  const { authenticator } = await addPasskey(person, host.server);
  await host.sql`update auth.users set email_confirmed_at = null where email = ${person.email}`;
  expect(errorOf(await usePasskey(browser, authenticator))).toMatchObject({
    code: 'email_not_confirmed',
    status: 403,
  });
});

test('ACCT-34 at a domain with single sign-on only, no passkey is added and none signs in', async () => {
  const { authenticator } = await addPasskey(person, host.server);
  await host.sql`update auth.users set email = id || '@two.example' where email = ${person.email}`;
  const refused = { code: 'sso_required', status: 422 };
  expect(errorOf(await person.auth.passkey.startRegistration())).toMatchObject(refused);
  expect(errorOf(await usePasskey(browser, authenticator))).toMatchObject(refused);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AccountClient } from './support/account-client.ts';
import { FactorServer, reads, readsRows, WITHIN } from './support/factor-server.ts';
import { addPasskey, newBrowser, startAdding, usePasskey } from './support/passkey-steps.ts';
import { SoftwareAuthenticator } from './support/software-authenticator.ts';

let host: FactorServer;
let person: AccountClient;
let browser: AccountClient;

beforeAll(async () => {
  host = await FactorServer.start();
});
afterAll(() => host.stop());
beforeEach(async () => {
  await host.demand('optional');
  person = await host.newPerson();
  browser = newBrowser(host.server);
});

async function levelOf({ auth }: AccountClient) {
  return (await auth.mfa.getAuthenticatorAssuranceLevel()).data;
}

/** Signs the person in with the password on another device. */
function withPassword({ email }: AccountClient): Promise<AccountClient> {
  return new AccountClient(host.server, { email, password: 'Passw0rd!' }).signIn();
}

describe('managing passkeys', () => {
  test('ACCT-27 the client of Supabase Auth adds, lists, renames and removes a passkey', async () => {
    const { options, expires_at: expiresAt } = await startAdding(person);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Second Homie' },
      user: { name: person.email, displayName: person.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(expiresAt - Date.now() / 1000).toBeGreaterThan(290);
    const { id } = await addPasskey(person, host.server);
    const { data: listed } = await person.auth.passkey.list();
    expect(listed).toEqual([
      { id, friendly_name: 'Passkey', created_at: expect.stringMatching(/^\d{4}-/) },
    ]);
    const renamed = await person.auth.passkey.update({
      passkeyId: id,
      friendlyName: ' Work phone ',
    });
    expect(renamed.data).toMatchObject({ id, friendly_name: 'Work phone' });
    expect((await person.auth.passkey.delete({ passkeyId: id })).error).toBeNull();
    expect((await person.auth.passkey.list()).data).toEqual([]);
  });

  test('ACCT-27 an authenticator is asked not to add a second passkey, and none is added twice', async () => {
    const { authenticator } = await addPasskey(person, host.server);
    const { challenge_id: challengeId, options } = await startAdding(person);
    expect(options.excludeCredentials).toMatchObject([
      { id: authenticator.credential?.id.toString('base64url'), transports: ['internal'] },
    ]);
    const credential = authenticator.attest(options);
    const again = await person.auth.passkey.verifyRegistration({ challengeId, credential });
    expect(again.error).toMatchObject({ code: 'webauthn_credential_exists', status: 422 });
  });

  test('ACCT-27 a user has at most ten', async () => {
    await host.sql`
      insert into auth.webauthn_credentials (user_id, credential_id, public_key)
      select users.id, decode(md5(email || number), 'hex'), '\\x00' from auth.users, generate_series(1, 9) as number
      where email = ${person.email}`;
    const { challenge_id: challengeId, options } = await startAdding(person);
    await addPasskey(person, host.server);
    const credential = new SoftwareAuthenticator(host.server.url).create(options);
    const eleventh = await person.auth.passkey.verifyRegistration({ challengeId, credential });
    expect(eleventh.error).toMatchObject({ code: 'too_many_passkeys', status: 422 });
    expect((await person.auth.passkey.startRegistration()).error?.code).toBe('too_many_passkeys');
  });

  test.each([
    ['', 'is required'],
    ['a'.repeat(121), '120 characters'],
  ])('ACCT-27 the name %j is refused', async (friendlyName, message) => {
    const { id } = await addPasskey(person, host.server);
    const { error } = await person.auth.passkey.update({ passkeyId: id, friendlyName });
    expect(error).toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining(message),
    });
  });

  test('ACCT-31 no answer has a key or another person’s passkey', async () => {
    const { id, authenticator } = await addPasskey(person, host.server);
    await usePasskey(browser, authenticator);
    expect(Object.keys((await person.auth.passkey.list()).data?.[0] ?? {})).toEqual([
      'id',
      'friendly_name',
      'created_at',
      'last_used_at',
    ]);
    const other = await host.newPerson();
    expect((await other.auth.passkey.list()).data).toEqual([]);
    const errors = [
      (await other.auth.passkey.update({ passkeyId: id, friendlyName: 'Mine' })).error,
      (await other.auth.passkey.delete({ passkeyId: id })).error,
      (await other.auth.passkey.delete({ passkeyId: 'none' })).error,
    ];
    expect(errors.map((error) => error?.status)).toEqual([404, 404, 404]);
    expect((await person.auth.passkey.list()).data).toHaveLength(1);
  });
});

describe('signing in', () => {
  test('ACCT-28 a passkey opens the account without an address, at aal2', async () => {
    const { authenticator } = await addPasskey(person, host.server);
    const { data, error } = await usePasskey(browser, authenticator);
    expect(error).toBeNull();
    expect(data?.user?.email).toBe(person.email);
    expect(await levelOf(browser)).toMatchObject({
      currentLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'passkey', timestamp: expect.any(Number) }],
    });
    expect((await reads(browser)).slice(0, 2)).toEqual([200, 200]);
    await browser.auth.refreshSession();
    expect((await levelOf(browser))?.currentLevel).toBe('aal2');
  });

  test('ACCT-28 it replaces the code of an authenticator app, and satisfies MFA=all', async () => {
    const { authenticator } = await addPasskey(person, host.server);
    await person.auth.refreshSession();
    await person.addFactor();
    await host.demand('all');
    await usePasskey(browser, authenticator);
    expect((await reads(browser)).slice(0, 2)).toEqual([200, 200]);
    expect(await reads(await withPassword(person))).toEqual([403, 403, 403]);
  });

  test('ACCT-28 with MFA=all, adding the first passkey opens the session that added it', async () => {
    await host.demand('all');
    expect(await reads(person)).toEqual([403, 403, 403]);
    await addPasskey(person, host.server);
    expect(await reads(person)).toEqual([403, 403, 403]);
    await person.auth.refreshSession();
    expect((await reads(person)).slice(0, 2)).toEqual([200, 200]);
    expect((await levelOf(person))?.currentAuthenticationMethods).toEqual([
      { method: 'mfa/webauthn', timestamp: expect.any(Number) },
      { method: 'password', timestamp: expect.any(Number) },
    ]);
  });

  test('ACCT-32 removing a passkey ends the sessions that it started; without any, a session is aal1', async () => {
    const { id, authenticator } = await addPasskey(person, host.server);
    await usePasskey(browser, authenticator);
    const second = newBrowser(host.server);
    await usePasskey(second, authenticator);
    expect((await second.auth.passkey.delete({ passkeyId: id })).error).toBeNull();
    await expect.poll(() => readsRows(browser), WITHIN).toBe(401);
    await second.auth.refreshSession();
    expect((await levelOf(second))?.currentLevel).toBe('aal1');
    expect((await usePasskey(newBrowser(host.server), authenticator)).error?.code).toBe(
      'webauthn_verification_failed',
    );
  });

  test('ACCT-32 after an authenticator app is removed, the sessions of a user with a passkey are still at aal2', async () => {
    const { id } = await person.addFactor();
    await addPasskey(person, host.server);
    await person.auth.mfa.unenroll({ factorId: id });
    await person.auth.refreshSession();
    expect((await levelOf(person))?.currentLevel).toBe('aal2');
  });

  test('ACCT-33 the audit log has the passkey and the sign-in with it', async () => {
    const { id, authenticator } = await addPasskey(person, host.server);
    await usePasskey(browser, authenticator);
    await browser.auth.passkey.delete({ passkeyId: id });
    const entries = await host.sql`
      select action, meta from public.audit_logs where user_email = ${person.email} order by created_at`;
    expect(entries.map(({ action, meta }) => [action, meta])).toEqual([
      ['login', {}],
      ['passkey_added', { passkey: id }],
      ['login', { method: 'passkey' }],
      ['passkey_removed', { passkey: id }],
    ]);
  });

  test('ACCT-36 an administrator removes the passkeys of a user, which ends the sessions', async () => {
    const admin = await host.newPerson('admin');
    const { authenticator } = await addPasskey(person, host.server);
    await usePasskey(browser, authenticator);
    const userId = (await person.auth.getUser()).data.user?.id;
    const reset = await admin.rpc('reset_factors', { user_id: userId, reason: 'Lost the phone' });
    expect(reset).toEqual({ status: 200, body: 1 });
    await expect.poll(() => readsRows(browser), WITHIN).toBe(401);
    expect((await usePasskey(browser, authenticator)).error?.code).toBe(
      'webauthn_verification_failed',
    );
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AccountClient, codeOf } from './support/account-client.ts';
import { FactorServer, reads, readsRows, WITHIN } from './support/factor-server.ts';

let host: FactorServer;
let person: AccountClient;

beforeAll(async () => {
  host = await FactorServer.start();
});
afterAll(() => host.stop());
beforeEach(async () => {
  await host.demand('optional');
  person = await host.newPerson();
});

async function recorded({ email }: AccountClient): Promise<string[]> {
  const rows = await host.sql<{ action: string }[]>`
    select action from public.audit_logs
    where user_email = ${email} or target_user_email = ${email} order by created_at`;
  return rows.map(({ action }) => action);
}

describe('adding an authenticator app', () => {
  test('ACCT-05 the client of Supabase Auth enrols, verifies and lists a factor, and reaches aal2', async () => {
    const { data, error } = await person.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'Phone',
    });
    expect(error).toBeNull();
    expect(data?.totp.uri).toMatch(/^otpauth:\/\/totp\/Second%20Homie:/);
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    const listed = await person.auth.mfa.listFactors();
    expect(listed.data?.totp).toEqual([]);
    expect(listed.data?.all).toMatchObject([{ friendly_name: 'Phone', status: 'unverified' }]);
    const code = await codeOf(data?.totp.secret ?? '');
    const verified = await person.enterCode(data?.id ?? '', code);
    expect(verified.error).toBeNull();
    const level = await person.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    expect(level.data?.currentAuthenticationMethods).toEqual([
      { method: 'totp', timestamp: expect.any(Number) },
      { method: 'password', timestamp: expect.any(Number) },
    ]);
    expect((await person.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
    await person.auth.refreshSession();
    expect((await person.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe(
      'aal2',
    );
  });

  test('ACCT-05 an attempt that was abandoned is replaced, each time', async () => {
    const enroll = () => person.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    for (const attempt of [await enroll(), await enroll(), await enroll()])
      expect(attempt.error).toBeNull();
    expect((await person.auth.mfa.listFactors()).data?.all).toHaveLength(1);
  });

  test('ACCT-05 several factors are added and removed; without any, the session is aal1 again', async () => {
    const phone = await person.addFactor('Phone');
    const laptop = await person.addFactor('Laptop');
    expect((await person.auth.mfa.listFactors()).data?.totp).toHaveLength(2);
    for (const { id } of [phone, laptop])
      expect((await person.auth.mfa.unenroll({ factorId: id })).error).toBeNull();
    await person.auth.refreshSession();
    expect((await person.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    });
    const events = (await recorded(person)).filter((action) => action.startsWith('factor'));
    expect(events).toEqual(['factor_added', 'factor_added', 'factor_removed', 'factor_removed']);
  });

  test('ACCT-06 the secret is stored encrypted, and shown only once', async () => {
    const { id, secret } = await person.addFactor();
    const [row] = await host.sql`select secret from auth.mfa_factors where id = ${id}`;
    expect(row?.['secret']).not.toContain(secret);
    expect(JSON.stringify((await person.auth.getUser()).data)).not.toContain(secret);
  });

  test('ACCT-07 a session that is not recent adds and removes nothing, and changes no password', async () => {
    const { id } = await person.addFactor();
    await host.growOld(person);
    const enrolled = await person.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' });
    expect(enrolled.error?.code).toBe('reauthentication_needed');
    const removed = await person.auth.mfa.unenroll({ factorId: id });
    expect(removed.error?.code).toBe('reauthentication_needed');
    const changed = await person.auth.updateUser({ password: 'another-password' });
    expect(changed.error?.code).toBe('reauthentication_needed');
    expect((await person.rpc('create_recovery_codes')).status).toBe(403);
  });

  test('ACCT-07 the factor of another person is not found', async () => {
    const { id, secret } = await person.addFactor();
    const other = await host.newPerson();
    const challenge = await other.auth.mfa.challenge({ factorId: id });
    expect(challenge.error?.code).toBe('mfa_factor_not_found');
    expect((await other.enterCode(id, await codeOf(secret))).error).not.toBeNull();
    const removed = await other.auth.mfa.unenroll({ factorId: id });
    expect(removed.error?.code).toBe('mfa_factor_not_found');
  });
});

describe('signing in with a factor', () => {
  test('ENDS-10 a session that owes its second factor changes no profile and ends no other session', async () => {
    await person.addFactor();
    const thief = await new AccountClient(host.server, {
      email: person.email,
      password: 'Passw0rd!',
    }).signIn();
    const changed = await thief.auth.updateUser({ data: { display_name: 'Thief' } });
    expect(changed.error?.code).toBe('insufficient_aal');
    for (const scope of ['global', 'others'] as const) {
      const ended = await thief.call(`/auth/v1/logout?scope=${scope}`, {});
      expect([scope, ended.status]).toEqual([scope, 403]);
    }
    expect((await person.auth.getUser()).data.user?.user_metadata['display_name']).toBeUndefined();
    expect((await person.auth.refreshSession()).error).toBeNull();
    expect((await thief.call('/auth/v1/logout?scope=local', {})).status).toBe(204);
    expect((await thief.auth.refreshSession()).error).not.toBeNull();
  });

  test('ACCT-08 a session with a password only reads nothing until the code is entered', async () => {
    const { id, secret } = await person.addFactor();
    const phone = await new AccountClient(host.server, {
      email: person.email,
      password: 'Passw0rd!',
    }).signIn();
    expect(await reads(phone)).toEqual([403, 403, 403]);
    expect((await phone.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    });
    const early = await phone.token();
    expect((await phone.enterCode(id, await codeOf(secret))).error).toBeNull();
    expect((await reads(phone)).slice(0, 2)).toEqual([200, 200]);
    expect(await reads(phone, early)).toEqual([403, 403, 403]);
  });

  test('ACCT-08 with a password only, no factor is added or removed and no password changed', async () => {
    const { id } = await person.addFactor();
    const thief = await new AccountClient(host.server, {
      email: person.email,
      password: 'Passw0rd!',
    }).signIn();
    const errors = [
      (await thief.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' })).error,
      (await thief.auth.mfa.unenroll({ factorId: id })).error,
      (await thief.auth.updateUser({ password: 'another-password' })).error,
    ];
    expect(errors.map((error) => error?.code)).toEqual(Array(3).fill('insufficient_aal'));
  });

  test('ACCT-08 the first code of a new factor ends the sessions that have none', async () => {
    const other = await new AccountClient(host.server, {
      email: person.email,
      password: 'Passw0rd!',
    }).signIn();
    await person.addFactor();
    await expect.poll(() => readsRows(other), WITHIN).toBe(401);
  });

  test('ACCT-09 a code is valid once', async () => {
    const { id, secret } = await person.addFactor();
    const code = await codeOf(secret);
    expect((await person.enterCode(id, code)).error).toBeNull();
    expect((await person.enterCode(id, code)).error?.code).toBe('mfa_verification_failed');
  });

  test('ACCT-09 a session ends its guesses after five codes in ten minutes, and they are recorded', async () => {
    const { id, secret } = await person.addFactor();
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await person.enterCode(id, `00000${attempt}`)).error?.code).toBe(
        'mfa_verification_failed',
      );
    const { error } = await person.enterCode(id, await codeOf(secret));
    expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
    await expect.poll(() => recorded(person)).toContain('denied');
  });
});

describe('recovery codes', () => {
  test('ACCT-10 ten codes are returned once, stored as hashes, and each opens the account once', async () => {
    await person.addFactor();
    const { body } = await person.rpc('create_recovery_codes');
    const codes = body as string[];
    expect(new Set(codes).size).toBe(10);
    expect(codes[0]).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    const [stored] =
      await host.sql`select string_agg(code_hash, ' ') as hashes from private.recovery_codes`;
    for (const code of codes) expect(stored?.['hashes']).not.toContain(code.replaceAll('-', ''));

    const lost = new AccountClient(host.server, { email: person.email, password: 'Passw0rd!' });
    await lost.signIn();
    const code = ` ${codes[3]?.toUpperCase().replaceAll('-', ' ')}`;
    expect((await lost.rpc('redeem_recovery_code', { code })).body).toBe('accepted');
    await lost.auth.refreshSession();
    expect((await reads(lost)).slice(0, 2)).toEqual([200, 200]);
    expect((await lost.rpc('count_recovery_codes')).body).toBe(9);

    const thief = await new AccountClient(host.server, {
      email: person.email,
      password: 'Passw0rd!',
    }).signIn();
    expect((await thief.rpc('redeem_recovery_code', { code })).body).toBe('wrong');
    expect(await reads(thief)).toEqual([403, 403, 403]);
    expect(await recorded(person)).toEqual(
      expect.arrayContaining(['recovery_codes_created', 'recovery_code_used', 'denied']),
    );
  });

  test('ACCT-10 new codes replace the earlier ones', async () => {
    await person.addFactor();
    const [first] = (await person.rpc('create_recovery_codes')).body as string[];
    await person.rpc('create_recovery_codes');
    expect((await person.rpc('redeem_recovery_code', { code: first })).body).toBe('wrong');
    expect((await person.rpc('count_recovery_codes')).body).toBe(10);
  });

  test('ACCT-11 a session ends its guesses after five codes, even with the right one', async () => {
    await person.addFactor();
    const [right] = (await person.rpc('create_recovery_codes')).body as string[];
    const guess = async (code: string | undefined) =>
      (await person.rpc('redeem_recovery_code', { code })).body;
    const guesses = await Promise.all(
      Array.from({ length: 5 }, (_, index) => guess(`aaaa-bbbb-ccc${index + 2}`)),
    );
    expect(guesses).toEqual(Array(5).fill('wrong'));
    expect(await guess(right)).toBe('too_many');
  });

  test('ACCT-11 a session without a second factor creates no codes', async () => {
    expect(await person.rpc('create_recovery_codes')).toMatchObject({ status: 403 });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AccountClient, codeOf } from './support/account-client.ts';
import { FactorServer } from './support/factor-server.ts';
import { addPasskey, newBrowser, startSignIn } from './support/passkey-steps.ts';

const TIMES = 8;
const password = 'Passw0rd!';
let host: FactorServer;
let person: AccountClient;

beforeAll(async () => {
  host = await FactorServer.start({ magicLink: true });
});
afterAll(() => host.stop());
beforeEach(async () => {
  person = await host.newPerson();
});

/** Sends the same eight times at once, and returns how many succeeded. */
async function atOnce(send: (time: number) => Promise<boolean>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: TIMES }, (_, time) => send(time)));
  return answers.filter(Boolean).length;
}

const post = async (path: string, body: object) =>
  (await host.server.call(path, { method: 'POST', body: JSON.stringify(body) })).status < 300;

const tokenOf = async (email: string) =>
  new URL(await host.server.lastMailLink(email)).searchParams.get('token_hash') ?? '';

describe('ENDS-03 of eight that send the same at once, one succeeds', () => {
  test('with a recovery code', async () => {
    await person.addFactor();
    const { body } = await person.rpc('create_recovery_codes');
    const [code = ''] = body as string[];
    const browsers: AccountClient[] = [];
    for (let index = 0; index < TIMES; index++)
      browsers.push(
        await new AccountClient(host.server, { email: person.email, password }).signIn(),
      );
    const opened = await atOnce(async (time) => {
      const answer = await browsers[time]?.rpc('redeem_recovery_code', { code });
      return answer?.body === 'accepted';
    });
    expect(opened).toBe(1);
    expect((await person.rpc('count_recovery_codes')).body).toBe(9);
  });

  test('with the code of an authenticator app', async () => {
    const { id, secret } = await person.addFactor();
    const browsers: AccountClient[] = [];
    for (let index = 0; index < TIMES; index++)
      browsers.push(
        await new AccountClient(host.server, { email: person.email, password }).signIn(),
      );
    const code = await codeOf(secret);
    const opened = await atOnce(
      async (time) => (await browsers[time]?.enterCode(id, code))?.error === null,
    );
    expect(opened).toBe(1);
  });

  test('with a challenge of an authenticator app, and different codes that are valid', async () => {
    const { id, secret } = await person.addFactor();
    await host.forgetUsedCodes();
    const { data } = await person.auth.mfa.challenge({ factorId: id });
    const codes = await Promise.all([-1, 0, 1].map((offset) => codeOf(secret, offset)));
    const opened = await Promise.all(
      codes.map(async (code) => {
        const body = { challenge_id: data?.id, code };
        return (await person.call(`/auth/v1/factors/${id}/verify`, body)).ok;
      }),
    );
    expect(opened.filter(Boolean)).toHaveLength(1);
  });

  test('with a challenge of a passkey', async () => {
    const { authenticator } = await addPasskey(person, host.server);
    const browser = newBrowser(host.server);
    const { challenge_id: challengeId, options } = await startSignIn(browser);
    const credential = authenticator.get(options);
    const opened = await atOnce(
      async () =>
        (
          await newBrowser(host.server).auth.passkey.verifyAuthentication({
            challengeId,
            credential,
          })
        ).error === null,
    );
    expect(opened).toBe(1);
  });

  test.each([
    ['recovery', () => person.auth.resetPasswordForEmail(person.email)],
    [
      'magiclink',
      () =>
        person.auth.signInWithOtp({ email: person.email, options: { shouldCreateUser: false } }),
    ],
  ])('with a link of the type %s', async (type, request) => {
    expect((await request()).error).toBeNull();
    const body = { type, token_hash: await tokenOf(person.email) };
    expect(await atOnce(() => post('/auth/v1/verify', body))).toBe(1);
  });

  test('with a link of a sign-up', async () => {
    const email = `new-${person.email}`;
    await newBrowser(host.server).auth.signUp({ email, password });
    const body = { type: 'signup', token_hash: await tokenOf(email), password: 'another-password' };
    expect(await atOnce(() => post('/auth/v1/verify', body))).toBe(1);
  });

  test('with a link of an invitation', async () => {
    const email = `invited-${person.email}`;
    const invited = await host.server.call('/auth/v1/invite', {
      as: 'service',
      method: 'POST',
      body: JSON.stringify({ email }),
    });
    expect(invited.status).toBe(200);
    const body = { type: 'invite', token_hash: await tokenOf(email) };
    expect(await atOnce(() => post('/auth/v1/verify', body))).toBe(1);
  });

  test('with a link of a new address', async () => {
    const next = `next-${person.email}`;
    expect((await person.auth.updateUser({ email: next })).error).toBeNull();
    const body = { type: 'email_change', token_hash: await tokenOf(next) };
    expect(await atOnce(() => post('/auth/v1/verify', body))).toBe(1);
  });
});

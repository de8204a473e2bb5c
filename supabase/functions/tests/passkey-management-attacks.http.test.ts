import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AccountClient } from './support/account-client.ts';
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
} from './support/passkey-steps.ts';
import { SoftwareAuthenticator, type Deviation } from './support/software-authenticator.ts';

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

/** Adds a passkey with a response that deviates. */
async function addWith(deviation: Deviation, client = person) {
  const { challenge_id: challengeId, options } = await startAdding(client);
  const credential = new SoftwareAuthenticator(host.server.url).create(options, deviation);
  return client.auth.passkey.verifyRegistration({ challengeId, credential });
}

test.each([
  ...ATTACKS,
  ['the type of a sign-in', { type: 'webauthn.get' }],
  ['an algorithm that was not offered', { algorithm: -35 }],
  ['an unknown attestation', { attestation: { format: 'other', statement: new Map() } }],
  [
    'a certificate, whose revocation list would be requested',
    {
      attestation: {
        format: 'packed',
        statement: new Map<string, never>([['x5c', [Buffer.from('certificate')] as never]]),
      },
    },
  ],
] satisfies [string, Deviation][])('ACCT-30 %s adds nothing', async (_name, deviation) => {
  expect(errorOf(await addWith(deviation))).toMatchObject(REFUSED);
  expect((await person.auth.passkey.list()).data).toEqual([]);
});

test('ACCT-29 the challenge of another person or session is not found, and stays valid', async () => {
  const { challenge_id: challengeId, options } = await startAdding(person);
  const credential = new SoftwareAuthenticator(host.server.url).create(options);
  const { email } = person;
  const sameUser = await new AccountClient(host.server, {
    email,
    password: 'Passw0rd!',
  }).signIn();
  for (const thief of [await host.newPerson(), sameUser]) {
    const stolen = await thief.auth.passkey.verifyRegistration({ challengeId, credential });
    expect(errorOf(stolen)).toMatchObject(USED);
  }
  const own = { challengeId, credential };
  expect((await person.auth.passkey.verifyRegistration(own)).error).toBeNull();
  expect(errorOf(await person.auth.passkey.verifyRegistration(own))).toMatchObject(USED);
});

test('ACCT-29 the challenge of a sign-in adds nothing', async () => {
  const { options } = await startAdding(person);
  const { challenge_id: challengeId, options: signIn } = await startSignIn(newBrowser(host.server));
  const credential = new SoftwareAuthenticator(host.server.url).create({
    ...options,
    challenge: signIn.challenge,
  });
  const answer = await person.auth.passkey.verifyRegistration({ challengeId, credential });
  expect(errorOf(answer)).toMatchObject(USED);
});

test('ACCT-32 a session that is not recent adds and removes none', async () => {
  const { id } = await addPasskey(person, host.server);
  const { challenge_id: challengeId, options } = await startAdding(person);
  const credential = new SoftwareAuthenticator(host.server.url).create(options);
  await host.growOld(person);
  const answers = [
    await person.auth.passkey.startRegistration(),
    await person.auth.passkey.verifyRegistration({ challengeId, credential }),
    await person.auth.passkey.delete({ passkeyId: id }),
  ];
  expect(answers.map(({ error }) => error?.code)).toEqual(Array(3).fill('reauthentication_needed'));
});

test('ACCT-32 with an authenticator app, the password alone manages no passkeys', async () => {
  const { id } = await addPasskey(person, host.server);
  await person.auth.refreshSession();
  await person.addFactor();
  const { email } = person;
  const thief = await new AccountClient(host.server, { email, password: 'Passw0rd!' }).signIn();
  const answers = [
    await thief.auth.passkey.startRegistration(),
    await thief.auth.passkey.list(),
    await thief.auth.passkey.update({ passkeyId: id, friendlyName: 'Mine' }),
    await thief.auth.passkey.delete({ passkeyId: id }),
  ];
  expect(answers.map(({ error }) => error?.code)).toEqual(Array(4).fill('insufficient_aal'));
});

test('ACCT-32 where a second factor is demanded, the password of a user with a passkey adds no other one', async () => {
  await host.demand('all');
  await addPasskey(person, host.server);
  const { email } = person;
  const thief = await new AccountClient(host.server, { email, password: 'Passw0rd!' }).signIn();
  const errors = [
    (await thief.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' })).error,
    (await thief.auth.passkey.startRegistration()).error,
    (await thief.auth.updateUser({ password: 'another-password' })).error,
  ];
  expect(errors.map((error) => error?.code)).toEqual(Array(3).fill('insufficient_aal'));
});

test('ACCT-31 without a session there is nothing to manage', async () => {
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/registration/options'],
    ['DELETE', '/3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
  ]) {
    const answer = await host.server.call(`/auth/v1/passkeys${path}`, { method: method ?? '' });
    expect(answer.status).toBe(401);
  }
});

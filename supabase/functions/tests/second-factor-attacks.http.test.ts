import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AccountClient, codeOf } from './support/account-client.ts';
import { FactorServer, reads } from './support/factor-server.ts';

let host: FactorServer;
let person: AccountClient;
let factor: { id: string; secret: string };

beforeAll(async () => {
  host = await FactorServer.start({ trustedProxies: ['127.0.0.1'] });
});
afterAll(() => host.stop());
beforeEach(async () => {
  person = await host.newPerson();
  factor = await person.addFactor();
  await host.forgetUsedCodes();
});

/** Signs in with the password, at another address each time. */
let last = 0;
const signIn = () =>
  new AccountClient(
    host.server,
    { email: person.email, password: 'Passw0rd!' },
    `203.0.113.${++last}`,
  ).signIn();

const enter = async (client: AccountClient, code: string) =>
  (await client.enterCode(factor.id, code)).error?.code ?? 'accepted';

/** Enters wrong codes in several sessions at the same time. */
async function guess(sessions: number, each: number): Promise<string[]> {
  const thieves = await Promise.all(Array.from({ length: sessions }, signIn));
  const answers = thieves.map(async (thief) => {
    const own: string[] = [];
    for (let attempt = 0; attempt < each; attempt++) own.push(await enter(thief, '000000'));
    return own;
  });
  return (await Promise.all(answers)).flat();
}

describe('a stranger who knows the password', () => {
  test('ACCT-50 gets ten guesses of one code in a day, from many sessions and addresses at the same time', async () => {
    const answers = await guess(8, 4);
    const count = (code: string) => answers.filter((each) => each === code).length;
    expect(count('mfa_verification_failed')).toBe(10);
    expect(count('mfa_next_code_needed')).toBe(22);
    const lucky = await signIn();
    expect(await enter(lucky, await codeOf(factor.secret))).toBe('mfa_next_code_needed');
    expect(await reads(lucky)).toEqual([403, 403, 403]);
  });

  test('ACCT-50 does not lock the user out: two consecutive codes sign in', async () => {
    await guess(4, 5);
    const user = await signIn();
    expect(await enter(user, await codeOf(factor.secret, 0))).toBe('mfa_next_code_needed');
    await guess(2, 2);
    expect(await enter(user, await codeOf(factor.secret, 1))).toBe('accepted');
    expect((await reads(user)).slice(0, 2)).toEqual([200, 200]);
  });

  test('ACCT-50 gets no use of a first code in another session, of a wrong code in between, or of the same code', async () => {
    await guess(4, 3);
    const first = await codeOf(factor.secret, 0);
    const [one, other, third] = [await signIn(), await signIn(), await signIn()];
    await enter(one, first);
    expect(await enter(one, first)).toBe('mfa_next_code_needed');
    expect(await enter(other, await codeOf(factor.secret, 1))).toBe('mfa_next_code_needed');
    await host.forgetUsedCodes();
    await enter(third, first);
    await enter(third, '000000');
    expect(await enter(third, await codeOf(factor.secret, 1))).toBe('mfa_next_code_needed');
    for (const client of [one, other, third]) expect(await reads(client)).toEqual([403, 403, 403]);
  });

  test('ACCT-50 is limited to five codes in each session, also at the same time', async () => {
    const thief = await signIn();
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(thief, '000000')));
    expect(answers.filter((code) => code === 'mfa_verification_failed')).toHaveLength(5);
    expect(answers.filter((code) => code === 'over_request_rate_limit')).toHaveLength(15);
  });

  test('ACCT-51 does not use up the recovery codes of the user, or their attempts', async () => {
    const [code] = (await person.rpc('create_recovery_codes')).body as string[];
    await guess(4, 3);
    for (const thief of [await signIn(), await signIn()])
      for (let attempt = 0; attempt < 6; attempt++)
        await thief.rpc('redeem_recovery_code', { code: 'aaaa-bbbb-cccc' });
    const user = await signIn();
    expect((await user.rpc('redeem_recovery_code', { code })).body).toBe('accepted');
  });

  test('ACCT-51 does not disturb a session that has passed the factor, or the first code of another app', async () => {
    await guess(4, 3);
    expect((await reads(person)).slice(0, 2)).toEqual([200, 200]);
    await expect(person.addFactor('Laptop')).resolves.toMatchObject({ id: expect.any(String) });
  });
});

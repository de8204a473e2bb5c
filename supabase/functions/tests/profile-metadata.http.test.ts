import { afterAll, beforeAll, expect, test } from 'vitest';
import { FactorServer } from './support/factor-server.ts';

let host: FactorServer;

beforeAll(async () => {
  host = await FactorServer.start();
});
afterAll(() => host.stop());

test('ACCT-54 the renewed session and one on another device have the chosen time zone, and the name', async () => {
  const person = await host.newPerson();
  await person.auth.updateUser({ data: { display_name: 'Nia' } });
  const answer = await person.call('/rest/v1/rpc/set_time_zone', { time_zone: 'Asia/Tokyo' });
  expect(answer.status).toBe(204);
  const profile = { display_name: 'Nia', time_zone: 'Asia/Tokyo' };
  const renewed = await person.auth.refreshSession();
  expect(renewed.data.user?.user_metadata).toMatchObject(profile);
  await person.signIn();
  const { data } = await person.auth.getSession();
  expect(data.session?.user.user_metadata).toMatchObject(profile);
});

test.each([['Mars/Olympus'], [''], [7], [{ a: 1 }]])(
  'ACCT-54 the time zone %j is refused with a message, and the profile stays the same',
  async (value) => {
    const person = await host.newPerson();
    const answer = await person.rpc('set_time_zone', { time_zone: value });
    expect(answer).toMatchObject({
      status: 400,
      body: { message: 'Choose a time zone from the list.' },
    });
    const { data } = await person.auth.getUser();
    expect(data.user?.user_metadata).not.toHaveProperty('time_zone');
  },
);

test('ACCT-56 the session of a later sign-in has the time at which the notice was confirmed', async () => {
  const person = await host.newPerson();
  const data = { notice_confirmed_at: '2026-12-02T00:00:00Z' };
  expect((await person.auth.updateUser({ data })).error).toBeNull();
  await person.signIn();
  const session = await person.auth.getSession();
  expect(session.data.session?.user.user_metadata).toMatchObject(data);
});

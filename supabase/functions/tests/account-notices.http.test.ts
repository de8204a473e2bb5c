import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { AccountClient } from './support/account-client.ts';
import { FactorServer } from './support/factor-server.ts';

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PASSWORD = 'Passw0rd!';

let host: FactorServer;
let person: AccountClient;

beforeAll(async () => {
  host = await FactorServer.start({ rateLimits: { noticesPerUser: { points: 3, seconds: 3600 } } });
});
afterAll(() => host.stop());
beforeEach(async () => {
  await host.demand('optional');
  person = await host.newPerson();
  await host.sql`
    update auth.users set email_confirmed_at = now() - interval '1 day',
      raw_user_meta_data = '{"time_zone": "Australia/Perth"}'
    where email = ${person.email}`;
});

/** Returns the subjects of the notices that the person has received. */
async function subjects(): Promise<string[]> {
  const all = await host.server.mails();
  const own = all.filter(({ to, link }) => to === person.email && link.includes('/auth/not-me'));
  return own.map(({ subject }) => subject);
}
const expectSubjects = (expected: readonly string[]) =>
  vi.waitFor(async () => expect(await subjects()).toEqual(expected), { timeout: 20_000 });

/** Signs in with a browser. */
function signIn(agent: string, password = PASSWORD): Promise<Response> {
  return host.server.call('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'user-agent': agent },
    body: JSON.stringify({ email: person.email, password }),
  });
}

test('MAIL-16 a new password is mailed with time, device and a page for "This was not me"', async () => {
  const { access_token: token } = await (await signIn(WINDOWS)).json();
  const changed = await host.server.call('/auth/v1/user', {
    headers: { authorization: `Bearer ${token}` },
    method: 'PUT',
    body: JSON.stringify({ password: 'another-password' }),
  });
  expect(changed.status).toBe(200);
  await vi.waitFor(async () =>
    expect(await subjects()).toContain('Your password for Second Homie was changed'),
  );
  const mail = (await host.server.mails()).find(({ subject }) => /password/.test(subject));
  expect(mail?.text).toMatch(/^When: \d+ \w+ \d{4} at .+ \(Australia\/Perth\)$/m);
  expect(mail?.text).toMatch(/^Device: Chrome on Windows$/m);
  const link = new URL(mail?.link ?? '');
  expect([link.pathname, link.search]).toEqual(['/auth/not-me', '']);
  expect(link.hash).toBe(`#email=${encodeURIComponent(person.email)}`);
});

test('MAIL-16 adding and removing an authenticator app are mailed', async () => {
  const { id } = await person.addFactor();
  const removed = await person.auth.mfa.unenroll({ factorId: id });
  expect(removed.error).toBeNull();
  await expectSubjects([
    'An authenticator app was added to your account for Second Homie',
    'An authenticator app was removed from your account for Second Homie',
  ]);
});

test('MAIL-17 a device that the account has not used for 90 days is mailed, the first one is not', async () => {
  await host.sql`delete from embedded.known_device`;
  for (const agent of [WINDOWS, WINDOWS, PHONE, PHONE]) await signIn(agent);
  await expectSubjects(['New sign-in to Second Homie']);
  expect((await host.server.mails()).at(-1)?.text).toContain('Device: Safari on iPhone');
  await host.sql`update embedded.known_device set seen_on = current_date - 90 where device like 'Chrome%'`;
  await signIn(WINDOWS);
  await expectSubjects(['New sign-in to Second Homie', 'New sign-in to Second Homie']);
});

test('MAIL-17 a wrong password is mailed to no one, and a renewed session is no new device', async () => {
  await host.sql`delete from embedded.known_device`;
  const { refresh_token } = await (await signIn(WINDOWS)).json();
  await signIn(PHONE, 'wrong-password');
  await host.server.call('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    headers: { 'user-agent': PHONE },
    body: JSON.stringify({ refresh_token }),
  });
  // Mails to one address arrive in order, so one from before would arrive before this one.
  await signIn(LINUX);
  await expectSubjects(['New sign-in to Second Homie']);
  expect((await host.server.mails()).at(-1)?.text).toContain('Device: Firefox on Linux');
});

test('MAIL-18 a notice is queued with its change: without the change there is none', async () => {
  let queued: readonly unknown[] = [];
  const changed = host.sql.begin(async (transaction) => {
    await transaction`update auth.users set encrypted_password = 'x' where email = ${person.email}`;
    queued =
      await transaction`select kind from embedded.account_notice where kind = 'password_changed'`;
    throw new Error('undone');
  });
  await expect(changed).rejects.toThrow('undone');
  expect(queued).toHaveLength(1);
  const left =
    await host.sql`select 1 from embedded.account_notice where kind = 'password_changed'`;
  expect(left).toHaveLength(0);
});

test('MAIL-18 an attacker who changes the account often fills no mailbox', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { id } = await person.addFactor(`Phone ${round}`);
    await person.auth.mfa.unenroll({ factorId: id });
  }
  await vi.waitFor(async () =>
    expect(await host.sql`select 1 from embedded.account_notice`).toHaveLength(0),
  );
  expect((await subjects()).length).toBeLessThanOrEqual(3);
});

test('MAIL-18 no role of the API reads or writes the queue, or the known devices', async () => {
  for (const table of ['account_notice', 'known_device'])
    for (const token of [host.server.secretKey, await person.token()]) {
      const response = await host.server.call(`/rest/v1/${table}`, {
        headers: { 'accept-profile': 'embedded', authorization: `Bearer ${token}` },
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
    }
  for (const role of ['anon', 'authenticated', 'service_role'])
    expect(
      await host.sql`
        select 1 where has_table_privilege(${role}, 'embedded.account_notice', 'select')
          and has_schema_privilege(${role}, 'embedded', 'usage')`,
    ).toHaveLength(0);
});

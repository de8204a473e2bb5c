import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FactorServer } from './support/factor-server.ts';

/** Mails that the mail server accepted, as address and page of the link. */
let delivered: string[] = [];
let isDown = true;
let host: FactorServer;
let nudges = 0;

beforeAll(async () => {
  host = await FactorServer.start({
    magicLink: true,
    rateLimits: { mailPerRecipient: { points: 100, seconds: 60 } },
    sendMail: async ({ to, link }) => {
      if (isDown) throw new Error('the mail server is down');
      delivered.push(`${new URL(link).searchParams.get('type')} to ${to}`);
    },
  });
});
afterAll(() => host.stop());
beforeEach(() => {
  delivered = [];
  isDown = true;
});

const post = (path: string, body: object, as?: 'service') =>
  host.server.call(`/auth/v1/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    ...(as && { as }),
  });

/** Has the mail server work again, and all mails that wait delivered. */
async function deliverAll() {
  isDown = false;
  await host.sql`update embedded.outbox set next_attempt_at = now()`;
  await post('recover', { email: `nobody-${++nudges}@example.test` });
  await host.server.mails();
  expect(await host.sql`select from embedded.outbox`).toHaveLength(0);
}

/** Requests one mail of each kind for a user, while none can be delivered. */
async function requestMails() {
  const person = await host.newPerson();
  const { email } = person;
  await post('recover', { email });
  await post('otp', { email, create_user: false });
  const { error } = await person.auth.updateUser({ email: `next-${email}` });
  expect(error).toBeNull();
  await host.server.mails();
  return email;
}

test('MAIL-07 mails that waited for the mail server are delivered', async () => {
  const email = await requestMails();
  await deliverAll();
  expect(delivered.toSorted()).toEqual([
    `email_change to ${email}`,
    `email_change to next-${email}`,
    `magiclink to ${email}`,
    `recovery to ${email}`,
  ]);
});

test.each([
  [
    'deactivated',
    (email: string) => host.sql`
    update auth.users set banned_until = 'infinity' where email = ${email}`,
  ],
  ['deleted', (email: string) => host.sql`delete from auth.users where email = ${email}`],
  [
    'given another password',
    (email: string) => host.sql`
    update auth.users set encrypted_password = 'another' where email = ${email}`,
  ],
  [
    'given another address',
    (email: string) => host.sql`
    update auth.users set email = ${`moved-${email}`} where email = ${email}`,
  ],
] as const)(
  'MAIL-07 mails of an account that was %s while they waited are not delivered',
  async (_event, end) => {
    const email = await requestMails();
    await end(email);
    await deliverAll();
    expect(delivered).toEqual([]);
  },
);

test('MAIL-07 the mail of an invitation that was revoked while it waited is not delivered', async () => {
  const [valid, revoked] = ['valid@invited.example', 'revoked@invited.example'];
  for (const email of [valid, revoked])
    expect((await post('invite', { email }, 'service')).status).toBe(200);
  await host.server.mails();
  await host.sql`delete from auth.users where email = ${revoked}`;
  await deliverAll();
  expect(delivered).toEqual([`invite to ${valid}`]);
});

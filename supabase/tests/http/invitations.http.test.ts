import { expect, test } from 'vitest';
import { callConversations } from './conversations.ts';
import { callAuth } from './people.ts';
import { equal, restOf } from './rest.ts';
import { inOwnWorld, world } from './world.ts';

inOwnWorld();

/** Each type that a link can claim to have. */
const TYPES = ['invite', 'signup', 'email', 'recovery', 'magiclink', 'email_change'];

const password = 'of-the-invited-user';

/** Invites a new address as an administrator. @returns the address and the token of its link */
async function invite() {
  const email = `${crypto.randomUUID()}@invited.example`;
  const invited = await callConversations(world.server, world.people.admin.token, {
    endpoint: '/invitations',
    method: 'POST',
    body: { email, role: 'admin', participantIds: [] },
  });
  expect(invited.status).toBe(200);
  const token =
    new URL(await world.server.lastMailLink(email)).searchParams.get('token_hash') ?? '';
  expect(token).not.toBe('');
  return { email, token };
}

/** Calls the authentication service with the session of a user, or without one. */
async function callAs(session: string, method: 'POST' | 'PUT', path: string, body: object) {
  const response = await fetch(`${world.server.url}/auth/v1/${path}`, {
    method,
    headers: {
      apikey: world.server.publishableKey,
      authorization: `Bearer ${session}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  const answer: Record<string, unknown> = await response.json();
  return { status: response.status, body: answer };
}

/** Opens a link, in a browser with the session of another user if one is given. */
function open(token: string, type = 'invite', session = world.server.publishableKey) {
  return callAs(session, 'POST', 'verify', { token_hash: token, type, password });
}

const signIn = (email: string) =>
  callAuth(world.server, 'token?grant_type=password', { email, password });

/** Expects that a link is refused, whatever type it claims to have, and not because there were too many calls. */
async function expectNoSession(token: string) {
  for (const type of TYPES) {
    const { status, body } = await open(token, type);
    expect([type, body['access_token'], body['error_code']]).toEqual([
      type,
      undefined,
      type === 'magiclink' ? 'validation_failed' : 'otp_expired',
    ]);
    expect(status).toBeGreaterThanOrEqual(400);
  }
}

test('PEOPLE-26 invitation theft: an accepted link, of whatever type, starts no session and leaves the account to its user', async () => {
  const { email, token } = await invite();
  const accepted = await open(token);
  const session = String(accepted.body['access_token']);
  expect((await callAs(session, 'PUT', 'user', { password })).status).toBe(200);
  await expectNoSession(token);
  expect((await signIn(email)).status).toBe(200);
  const rest = restOf({
    origin: world.server.url,
    apikey: world.server.publishableKey,
    token: session,
  });
  expect((await rest('users', { query: equal({ email }) })).rows).toHaveLength(1);
});

test('PEOPLE-26 invitation theft: of many who open a link at once, one gets a session', async () => {
  const { token } = await invite();
  const answers = await Promise.all(Array.from({ length: 5 }, () => open(token)));
  expect(answers.filter(({ body }) => body['access_token'] !== undefined)).toHaveLength(1);
});

test('PEOPLE-26 invitation theft: a revoked link, of whatever type, starts no session', async () => {
  const { email, token } = await invite();
  const [user] = (await world.asServer('users', { query: equal({ email }) })).rows;
  const { status } = await world.people.admin.rest('rpc/revoke_invitation', {
    method: 'POST',
    body: { user_id: user?.['id'] },
  });
  expect(status).toBeLessThan(300);
  await expectNoSession(token);
  expect((await world.asServer('users', { query: equal({ email }) })).rows).toEqual([]);
});

test('PEOPLE-26 invitation theft: a link that another signed-in user opens gives that user nothing', async () => {
  const { email, token } = await invite();
  const { worker } = world.people;
  const opened = await open(token, 'invite', worker.token);
  expect(opened.body['user']).toMatchObject({ email });
  const own = await worker.rest('users', {
    query: { ...equal({ id: worker.id }), select: 'email,role:roles(name)' },
  });
  expect(own.rows).toEqual([{ email: worker.email, role: { name: 'support_worker' } }]);
  await expectNoSession(token);
});

test('MAIL-20 an invitation names who invites, and how long its link works', async () => {
  const { admin } = world.people;
  /** Invites while the administrator has a name, or none. @returns the text of the mail */
  async function inviteAs(display_name: string | null) {
    await world.asServer('users', {
      method: 'PATCH',
      query: equal({ id: admin.id }),
      body: { display_name },
    });
    const { email } = await invite();
    return (await world.server.mails()).findLast(({ to }) => to === email)?.text;
  }
  expect(await inviteAs('Ada Lane')).toContain(
    'Ada Lane has invited you to Second Homie. Open this link within 7 days to choose',
  );
  expect(await inviteAs(null)).toContain('Your organisation has invited you to Second Homie.');
});

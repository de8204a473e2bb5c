import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChatClient } from './support/chat-client.ts';
import { TOKEN, USER } from './support/scim-server.ts';
import { SsoBrowser, SsoServer } from './support/sso-server.ts';

const PASSWORD = 'a-password-1';
/** Valid without quotes by RFC 5321. */
const NAMES = ["aoife.o'brien", '!#$%&*+-/=?^_`{|}~', "'"];
const INVALID = [
  '.jo@one.example',
  'j..o@one.example',
  'jo@one',
  'jo@-one.example',
  'jo’s@one.example',
];

let host: SsoServer;
let count = 0;

beforeAll(async () => {
  host = await SsoServer.start({
    scim: { token: TOKEN, roleLimit: 'office' },
  });
});
afterAll(() => host.stop());

const auth = (path: string, body: object) =>
  host.server.call(`/auth/v1/${path}`, { method: 'POST', body: JSON.stringify(body) });

async function admin() {
  const user = await host.server.createUser(`admin-${++count}@other.example`);
  await host.setRole(user.email, 'admin');
  const session = await host.server.signIn(user.email, user.password);
  const client = new ChatClient(host.server, session, user.email);
  return (email: string) =>
    client.call('POST', '/invitations', { email, role: 'office', participantIds: [] });
}

async function provision(userName: string) {
  const response = await fetch(`${host.server.url}/scim/v2/Users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify({ schemas: [USER], userName }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test.each(NAMES)(
  'ADDRESS-03 %s signs up, signs in and gets mails, also as it was pasted',
  async (name) => {
    const email = `${name}@sign-up.example`;
    const pasted = ` mailto:${email.toUpperCase()}\u200b. `;
    expect((await auth('signup', { email: pasted, password: PASSWORD })).status).toBe(200);
    expect((await auth('recover', { email: pasted })).status).toBe(200);
    const mails = (await host.server.mails()).filter(({ to }) => to === email);
    expect(mails.length).toBeGreaterThan(0);
    await host.sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
    const signIn = await auth('token?grant_type=password', { email: pasted, password: PASSWORD });
    expect(await signIn.json()).toMatchObject({ user: { email } });
  },
);

test.each(NAMES)('ADDRESS-03 %s is invited, also as it was pasted', async (name) => {
  const invite = await admin();
  const email = `${name}@invited.example`;
  expect((await invite(`\ufeffmailto:${email} `)).status).toBe(200);
  const rows = await host.sql`select email from private.invitations where email = ${email}`;
  expect(rows).toHaveLength(1);
  expect((await host.server.mails()).filter(({ to }) => to === email)).toHaveLength(1);
});

test.each(NAMES)('ADDRESS-03 %s is provisioned by a directory', async (name) => {
  const email = `${name}@scim.example`;
  expect(await provision(email.toUpperCase())).toMatchObject({
    status: 201,
    body: { userName: email },
  });
});

test.each(NAMES)('ADDRESS-03 %s signs in with an identity provider', async (name) => {
  const login = host.addUser(host.entra, `${name}@one.example`);
  const { user } = await new SsoBrowser(host.server).signIn('entra', login);
  expect(user.email).toBe(login);
});

test.each(INVALID)('ADDRESS-03 %s is refused everywhere', async (email) => {
  const invite = await admin();
  expect((await auth('signup', { email, password: PASSWORD })).status).toBe(400);
  expect((await auth('recover', { email })).status).toBe(400);
  expect((await invite(email)).status).toBe(422);
  expect((await provision(email)).status).toBe(400);
  host.entra.users.set('claims', { email, email_verified: true });
  const landing = await new SsoBrowser(host.server).land('entra', 'claims');
  expect(landing).toMatchObject({ code: null, error: 'email_address_not_authorized' });
});

test('ADDRESS-02 an invisible character in an address that a provider claims is not removed', async () => {
  host.addUser(host.entra, 'claims', { email: 'jo\u200b@one.example' });
  const landing = await new SsoBrowser(host.server).land('entra', 'claims');
  expect(landing.error).toBe('email_address_not_authorized');
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  browser,
  newEmail,
  open,
  pressButton,
  signUp,
  getCodeVerifier,
} from '../../testing/auth-client.ts';
import { startTestServer, type TestServer } from '../../testing/index.ts';
import { scratchSchema } from '../../testing/scratch-schema.ts';

describe('sign-up by mail', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ ...scratchSchema });
  });
  afterAll(() => server.stop());

  test('API-02 sign-up mails a link to the callback, whose button yields a session in the browser that signed up', async () => {
    const client = browser(server);
    const email = newEmail();
    const { data, error } = await signUp(server, email, client);
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user?.email).toBe(email);

    const link = await server.lastMailLink(email);
    // Opening the link consumes nothing, at any address.
    const landing = await open(link);
    // Without the fragment, which browsers do not send.
    expect(landing.href).toBe(link.split('#')[0]);
    expect(landing.origin + landing.pathname).toBe(`${server.url}/auth/callback`);
    const session = await (
      await pressButton(server, link, { code_verifier: getCodeVerifier(client) })
    ).json();
    expect(session).toMatchObject({ token_type: 'bearer', user: { email } });
    await server.signIn(email, 'secret-1');
  });

  test('signing up with the address of an account returns the same response as for a new one, and a mail names the existing account', async () => {
    const { email } = await server.createUser(newEmail());
    const known = await server.call('/auth/v1/signup', {
      method: 'POST',
      body: JSON.stringify({ email, password: 'secret-1' }),
    });
    const unknown = await server.call('/auth/v1/signup', {
      method: 'POST',
      body: JSON.stringify({ email: newEmail(), password: 'secret-1' }),
    });
    expect(known.status).toBe(unknown.status);
    const fields = async (response: Response) => Object.keys((await response.json()) as object);
    expect(await fields(known)).toEqual(await fields(unknown));
    const { data, error } = await signUp(server, email);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect(data.user?.identities).toEqual([]);
    const mails = (await server.mails()).filter(({ to }) => to === email);
    expect(mails).toHaveLength(2);
    for (const { link, subject, text } of mails) {
      expect(subject).toBe('You already have an account for Second Homie');
      expect(link).toBe(`${server.url}/auth/sign-in`);
      expect(text).toContain("choose 'Reset Password' there");
    }
    await server.signIn(email, 'Passw0rd!');
  });

  test('a stranger who signs up with an address gets no account when its owner confirms', async () => {
    const email = newEmail();
    const stranger = browser(server);
    await signUp(server, email, stranger, 'strangers-password');
    const link = await server.lastMailLink(email);
    const owner = browser(server);
    // The owner signs up as well: the password of the first sign-up is not replaced, nor is it confirmed.
    await signUp(server, email, owner, 'owners-password');
    expect(await server.lastMailLink(email)).toBe(link);
    for (const by of [
      {},
      { code_verifier: getCodeVerifier(owner) },
      { code_verifier: getCodeVerifier(browser(server)) },
    ]) {
      const refused = await pressButton(server, link, by);
      expect(refused.status).toBe(422);
      expect(await refused.json()).toMatchObject({ error_code: 'password_required' });
    }
    const weak = await pressButton(server, link, { password: '12345' });
    expect(await weak.json()).toMatchObject({ error_code: 'weak_password' });
    for (const password of ['strangers-password', 'owners-password'])
      await expect(server.signIn(email, password)).rejects.toThrow(/email_not_confirmed|invalid/);

    const confirmed = await pressButton(server, link, { password: 'chosen-password' });
    expect(await confirmed.json()).toMatchObject({ user: { email } });
    await server.signIn(email, 'chosen-password');
    for (const password of ['strangers-password', 'owners-password'])
      await expect(server.signIn(email, password)).rejects.toThrow(/invalid_credentials/);
    // Once confirmed, the mail changes no password.
    for (const by of [
      { code_verifier: getCodeVerifier(stranger) },
      { password: 'another-password' },
    ])
      expect((await pressButton(server, link, by)).status).toBe(403);
    await server.signIn(email, 'chosen-password');
  });

  test('in the browser that signed up, the mail confirms the password of that sign-up, even after another sign-up', async () => {
    const email = newEmail();
    const own = browser(server);
    await signUp(server, email, own, 'first-password');
    await signUp(server, email, browser(server), 'second-password');
    const link = await server.lastMailLink(email);
    expect((await pressButton(server, link, { code_verifier: getCodeVerifier(own) })).status).toBe(
      200,
    );
    await server.signIn(email, 'first-password');
  });

  test('signing up again does not change the role and access of an account', async () => {
    const email = newEmail();
    await signUp(server, email);
    const find = async () => {
      await server.mails();
      const answer = await server.call('/auth/v1/admin/users?per_page=1000', { as: 'service' });
      const { users } = (await answer.json()) as { users: { id: string; email: string }[] };
      return users.filter((user) => user.email === email).map(({ id }) => id);
    };
    const before = await find();
    expect(before).toHaveLength(1);
    await signUp(server, email);
    expect(await find()).toEqual(before);
  });

  test('the confirmation mail can be sent again', async () => {
    const client = browser(server);
    const email = newEmail();
    await signUp(server, email, client);
    const first = await server.lastMailLink(email);
    const proof = { code_verifier: getCodeVerifier(client) };
    const { error } = await client.auth.resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: `${server.url}/auth/callback` },
    });
    expect(error).toBeNull();
    expect((await server.mails()).filter(({ to }) => to === email)).toHaveLength(2);
    expect((await pressButton(server, first, proof)).status).toBe(200);
    await server.signIn(email, 'secret-1');
  });
});

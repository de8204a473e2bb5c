import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_RATE_LIMITS } from '../data/database/rate-limits.ts';
import { pressButton } from '../testing/auth-client.ts';
import { scratchSchema } from '../testing/scratch-schema.ts';
import { freePort, startTestServer, type TestServer } from '../testing/index.ts';
import { createSmtpService } from './smtp.ts';

const FROM = 'Second Homie <no-reply@homie.example>';
const PASSWORD = 'Passw0rd!';

/** Starts a mail server on this computer that accepts, refuses or loses mails. */
async function startSmtp(port: number) {
  const taken: string[] = [];
  let isRefusing = false;
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'homie' && password === 'p@ss'
        ? done(null, { user: username })
        : done(new Error('wrong')),
    onRcptTo: (_address, _session, done) =>
      isRefusing
        ? done(Object.assign(new Error('mailbox full'), { responseCode: 552 }))
        : done(null),
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        taken.push(text);
        done(null);
      });
    },
  });
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    refuse: (refusing: boolean) => {
      isRefusing = refusing;
    },
    stop: () => new Promise<void>((stopped) => server.close(() => stopped())),
  };
}

describe('mails over SMTP', () => {
  let port: number;
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  let server: TestServer;
  const lines: string[] = [];
  let person = 0;
  let email: string;

  beforeAll(async () => {
    port = await freePort();
    smtp = await startSmtp(port);
    const url = `smtp://homie:${encodeURIComponent('p@ss')}@127.0.0.1:${port}`;
    const mails = createSmtpService({ url, from: FROM });
    server = await startTestServer({
      ...scratchSchema,
      sendMail: mails.send,
      checkMail: mails.check,
      // One mail per minute and recipient: a failed mail must not count.
      rateLimits: DEFAULT_RATE_LIMITS,
      log: (line) => lines.push(line),
    });
  });
  afterAll(async () => {
    await server.stop();
    await smtp.stop();
  });
  beforeEach(() => {
    email = `person-${++person}@example.org`;
    smtp.taken.length = 0;
    smtp.refuse(false);
  });

  const post = (path: string, body: object) =>
    server.call(`/auth/v1/${path}`, { method: 'POST', body: JSON.stringify(body) });
  const signUp = () => post('signup', { email, password: PASSWORD });
  const answer = async (response: Promise<Response>) => {
    const { status } = await response;
    return [status, await (await response).json()];
  };
  const linkIn = (mail: string) => {
    const text = mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    return /http:\/\/\S+/.exec(text)?.[0] ?? '';
  };

  test('the mail is sent to the user from the configured sender, and its link confirms the account', async () => {
    expect((await signUp()).status).toBe(200);
    const [mail = ''] = smtp.taken;
    expect(mail).toContain(`To: ${email}`);
    expect(mail).toContain(`From: ${FROM}`);
    expect(mail).toContain('Subject: Confirm your email address for Second Homie');
    expect((await pressButton(server, linkIn(mail), { password: PASSWORD })).status).toBe(200);
    expect((await server.signIn(email, PASSWORD)).accessToken).toBeTruthy();
    expect(server.mails()).toEqual([]);
  });

  test('while mails are rejected, users get an error message, nothing is lost, and a retry succeeds at once', async () => {
    smtp.refuse(true);
    const body = {
      error_code: 'email_not_sent',
      msg: 'The email could not be sent. Nothing is lost: please try again in a few minutes.',
    };
    expect(await answer(signUp())).toMatchObject([500, body]);
    expect(await answer(post('resend', { type: 'signup', email }))).toMatchObject([500, body]);
    expect(lines.join('\n')).toMatch(/mail failed/);
    expect(lines.join('\n')).not.toContain(email);

    smtp.refuse(false);
    expect((await signUp()).status).toBe(200);
    expect(
      (await pressButton(server, linkIn(smtp.taken[0] ?? ''), { password: PASSWORD })).status,
    ).toBe(200);
    expect((await server.signIn(email, PASSWORD)).accessToken).toBeTruthy();
  });

  test('while the mail server is unavailable, a reset returns the same response with and without an account', async () => {
    await server.createUser(email);
    await smtp.stop();
    const known = await answer(post('recover', { email }));
    const unknown = await answer(post('recover', { email: `nobody-${email}` }));
    expect(known).toMatchObject([500, { error_code: 'email_not_sent' }]);
    expect(unknown).toEqual(known);

    smtp = await startSmtp(port);
    expect((await post('recover', { email })).status).toBe(200);
    expect((await post('recover', { email: `nobody-${email}` })).status).toBe(200);
    expect(smtp.taken).toHaveLength(1);
  });
});

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { pressButton } from '../testing/auth-client.ts';
import { scratchSchema } from '../testing/scratch-schema.ts';
import { freePort, PATIENCE, startTestServer, type TestServer } from '../testing/index.ts';
import { createSmtpService } from './smtp.ts';

const FROM = 'Second Homie <no-reply@homie.example>';
const PASSWORD = 'Passw0rd!';

/** Starts a mail server on this computer that accepts mails, refuses them, or does not respond. */
async function startSmtp(port: number) {
  const taken: string[] = [];
  const recipients: string[] = [];
  let state: 'accepting' | 'refusing' | 'silent' = 'accepting';
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    closeTimeout: 1,
    onAuth: ({ username, password }, _session, done) =>
      username === 'homie' && password === 'p@ss'
        ? done(null, { user: username })
        : done(new Error('wrong')),
    onRcptTo({ address }, _session, done) {
      recipients.push(address);
      if (state === 'refusing')
        done(Object.assign(new Error('mailbox full'), { responseCode: 552 }));
      else if (state === 'accepting') done(null);
    },
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
    recipients,
    become: (next: typeof state) => {
      state = next;
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
      magicLink: true,
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
    smtp.become('accepting');
  });

  const post = (path: string, body: object) =>
    server.call(`/auth/v1/${path}`, { method: 'POST', body: JSON.stringify(body) });
  const signUp = () => post('signup', { email, password: PASSWORD });
  const requests = {
    recover: { email: '' },
    otp: { email: '', create_user: false },
    resend: { email: '', type: 'signup' },
    signup: { email: '', password: PASSWORD },
  };
  /** Calls for an address, and returns the response without ids and times. */
  const answer = async (path: keyof typeof requests, address: string) => {
    const response = await post(path, { ...requests[path], email: address });
    const text = JSON.stringify(await response.json());
    const same = text.replaceAll(address, '').replaceAll(/"[\dT:.Z-]{24}"|"[\da-f-]{36}"/g, '""');
    return [response.status, same];
  };
  const isFailureLogged = () => lines.some((line) => line.startsWith('mail failed'));
  const linkIn = (mail: string) => {
    const text = mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    return /http:\/\/\S+/.exec(text)?.[0] ?? '';
  };

  test('MAIL-10 a mail has the configured sender and a Message-ID of its domain, and its link confirms the account', async () => {
    expect((await signUp()).status).toBe(200);
    expect(await server.mails()).toEqual([]);
    const [mail = ''] = smtp.taken;
    expect(mail).toContain(`To: ${email}`);
    expect(mail).toContain(`From: ${FROM}`);
    expect(mail).toContain('Subject: Confirm your email address for Second Homie');
    expect(mail).toMatch(/^Message-ID: <[\da-f-]{36}@homie\.example>\r$/m);
    expect((await pressButton(server, linkIn(mail), { password: PASSWORD })).status).toBe(200);
    expect((await server.signIn(email, PASSWORD)).accessToken).toBeTruthy();
  });

  test.each(["aoife.o'brien", '!#$%&*+-/=?^_`{|}~', "'", '=?utf-8?q?x?='])(
    'ADDRESS-04 a mail to %s has this recipient alone',
    async (name) => {
      email = `${name}@quotes-${person}.example`;
      smtp.recipients.length = 0;
      expect((await signUp()).status).toBe(200);
      expect(await server.mails()).toEqual([]);
      expect(smtp.recipients).toEqual([email]);
      const headers = smtp.taken[0]?.split('\r\n\r\n')[0] ?? '';
      expect(headers.match(/^(To|Cc|Bcc): .*$/gm)).toEqual([`To: ${email}`]);
    },
  );

  test('MAIL-11 mails that were rejected are delivered without another request, once the mail server accepts them', async () => {
    smtp.become('refusing');
    lines.length = 0;
    expect((await signUp()).status).toBe(200);
    expect((await post('resend', { type: 'signup', email })).status).toBe(200);
    await vi.waitUntil(isFailureLogged, PATIENCE);
    expect(lines.join('\n')).not.toContain(email);
    expect(smtp.taken).toEqual([]);

    smtp.become('accepting');
    await vi.waitUntil(() => smtp.taken.length === 2, PATIENCE);
    const [first = '', second = ''] = smtp.taken;
    expect(linkIn(second)).toBe(linkIn(first));
    expect((await pressButton(server, linkIn(first), { password: PASSWORD })).status).toBe(200);
    expect((await server.signIn(email, PASSWORD)).accessToken).toBeTruthy();
  });

  test('MAIL-12 an account that was deleted while its confirmation waited gets no mail and is not created again', async () => {
    smtp.become('refusing');
    lines.length = 0;
    await signUp();
    await vi.waitUntil(isFailureLogged, PATIENCE);
    const list = async () => {
      const response = await server.call('/auth/v1/admin/users', { as: 'service' });
      const { users } = (await response.json()) as { users: { id: string; email: string }[] };
      return users.filter((user) => user.email === email);
    };
    const [created] = await list();
    const path = `/auth/v1/admin/users/${created?.id}`;
    expect((await server.call(path, { as: 'service', method: 'DELETE' })).status).toBe(200);

    smtp.become('accepting');
    // To the same address, so after the first.
    await signUp();
    await vi.waitUntil(() => smtp.taken.length > 0, PATIENCE);
    const [second] = await list();
    expect(second?.id).not.toBe(created?.id);
    await server.mails();
    expect(smtp.taken).toHaveLength(1);
  });

  test.each(['recover', 'otp', 'resend', 'signup'] as const)(
    'MAIL-13 %s answers with and without an account alike, while the mail server rejects, is silent and is down',
    async (path) => {
      for (const state of ['refusing', 'silent', 'down'] as const) {
        const known = `${state}-${email}`;
        await server.createUser(known);
        if (state === 'down') await smtp.stop();
        else smtp.become(state);
        const [first, second] = [
          await answer(path, known),
          await answer(path, `nobody-${state}-${email}`),
        ];
        expect(first[0]).toBe(200);
        expect(second).toEqual(first);
      }
      smtp = await startSmtp(port);
    },
  );
});

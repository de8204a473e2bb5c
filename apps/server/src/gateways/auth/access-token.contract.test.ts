import { createHmac, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scratchSchema } from '../../testing/scratch-schema.ts';
import { startTestServer, type Session, type TestServer } from '../../testing/index.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('bearer tokens', () => {
  let server: TestServer;
  let session: Session;

  beforeAll(async () => {
    server = await startTestServer({ ...scratchSchema });
    const { email, password } = await server.createUser('bearer@example.test');
    session = await server.signIn(email, password);
  });
  afterAll(() => server.stop());

  const payload = () => ({
    sub: session.userId,
    role: 'authenticated',
    aud: 'authenticated',
    session_id: randomUUID(),
    exp: Math.floor(Date.now() / 1000) + 600,
  });
  const signed = (header: object, body: object, secret: string) => {
    const text = `${encode(header)}.${encode(body)}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };

  const forgeries: Record<string, () => string | Promise<string>> = {
    'alg none': () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload())}.`,
    'an empty signature': () => `${session.accessToken.split('.').slice(0, 2).join('.')}.`,
    'two parts': () => session.accessToken.split('.').slice(0, 2).join('.'),
    'no token at all': () => 'undefined',
    'another secret': () => signed({ alg: 'HS256', typ: 'JWT' }, payload(), 'another secret'),
    'a changed payload': () => {
      const [header, , signature] = session.accessToken.split('.');
      return [header, encode({ ...payload(), role: 'service_role' }), signature].join('.');
    },
    'another algorithm': () =>
      new SignJWT(payload())
        .setProtectedHeader({ alg: 'HS512' })
        .sign(new TextEncoder().encode(server.jwtSecret.padEnd(64, 'x'))),
    'an expired token': () =>
      signed({ alg: 'HS256' }, { ...payload(), exp: 1_000_000_000 }, server.jwtSecret),
    'no expiry': () => signed({ alg: 'HS256' }, { ...payload(), exp: undefined }, server.jwtSecret),
    'no subject': () =>
      signed({ alg: 'HS256' }, { ...payload(), sub: undefined }, server.jwtSecret),
    'a subject that is no id': () =>
      signed({ alg: 'HS256' }, { ...payload(), sub: "' or true --" }, server.jwtSecret),
  };

  test.each(Object.keys(forgeries))('%s is refused everywhere', async (name) => {
    const token = (await forgeries[name]?.()) ?? '';
    const send = (path: string) =>
      server.call(path, { headers: { authorization: `Bearer ${token}` } });
    const rest = await send('/rest/v1/tags');
    expect(rest.status).toBe(401);
    expect(await rest.json()).toMatchObject({ code: 'PGRST301' });
    expect((await send('/storage/v1/object/files/a.txt')).status).toBe(401);
    const auth = await send('/auth/v1/user');
    expect(auth.status).toBe(403);
    expect(await auth.json()).toMatchObject({ error_code: 'bad_jwt' });
  });

  test('a valid token authenticates its user, the key alone is anon', async () => {
    const send = async (init: Parameters<TestServer['call']>[1]) =>
      (await server.call('/rest/v1/rpc/who_am_i', { method: 'POST', ...init })).json();
    expect(await send({ as: session })).toBe(`authenticated ${session.userId}`);
    expect(await send({})).toBe('anon -');
    expect(await send({ headers: { authorization: `Bearer ${server.publishableKey}` } })).toBe(
      'anon -',
    );
  });

  test('two people at once are never taken for each other', async () => {
    const people = await Promise.all(
      Array.from({ length: 5 }, async (_, index) => {
        const { email, password } = await server.createUser(`crowd-${index}@example.test`);
        return server.signIn(email, password);
      }),
    );
    const answers = await Promise.all(
      Array.from({ length: 150 }, async (_, index) => {
        const person = people[index % people.length];
        const response = await server.call('/rest/v1/rpc/who_am_i', {
          method: 'POST',
          ...(person ? { as: person } : {}),
        });
        return { expected: `authenticated ${person?.userId}`, answer: await response.json() };
      }),
    );
    for (const { expected, answer } of answers) expect(answer).toBe(expected);
  });
});

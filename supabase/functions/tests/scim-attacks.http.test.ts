import { startTestServer } from '@homie/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ScimServer, TOKEN, USER } from './support/scim-server.ts';

let host: ScimServer;
let email: string;

beforeAll(async () => {
  host = await ScimServer.start();
  email = host.newEmail();
  await host.create(email);
});
afterAll(() => host.stop());

describe('token', () => {
  const call = (headers: Record<string, string>, path = '/Users') =>
    fetch(`${host.server.url}/scim/v2${path}`, { headers });

  test('SCIM-02 without the right token in the header every endpoint is 401', async () => {
    const { publishableKey, secretKey } = host.server;
    const user = await host.createAccount('admin');
    const session = await host.server.signIn(user.email, user.password);
    const cases: Record<string, string>[] = [
      {},
      { authorization: TOKEN },
      { authorization: 'Bearer ' },
      { authorization: `Bearer ${TOKEN}x` },
      { authorization: `Bearer ${TOKEN.slice(0, -1)}` },
      { authorization: `Bearer ${TOKEN.toUpperCase()}` },
      { authorization: `Basic ${btoa(`scim:${TOKEN}`)}` },
      { authorization: `Bearer ${session.accessToken}`, apikey: publishableKey },
      { authorization: `Bearer ${secretKey}`, apikey: secretKey },
      { apikey: TOKEN, cookie: `token=${TOKEN}` },
    ];
    for (const headers of cases)
      for (const path of ['/Users', '/Groups', '/ServiceProviderConfig', '/none']) {
        const response = await call(headers, path);
        expect(response.status).toBe(401);
        expect(response.headers.get('content-type')).toBe('application/scim+json');
        expect(response.headers.get('www-authenticate')).toBe('Bearer realm="scim"');
        expect(await response.text()).not.toContain(TOKEN);
      }
  });

  test('SCIM-02 a token in the address is no token', async () => {
    for (const name of ['token', 'access_token', 'apikey', 'authorization'])
      expect((await call({}, `/Users?${name}=${TOKEN}`)).status).toBe(401);
  });

  test('SCIM-02 the token opens nothing else', async () => {
    for (const path of ['/rest/v1/users', '/auth/v1/admin/users', '/functions/v1/conversations']) {
      const response = await host.server.call(path, {
        headers: { authorization: `Bearer ${TOKEN}` },
      });
      expect([401, 403, 405]).toContain(response.status);
    }
  });

  test('SCIM-02 wrong tokens are limited, the right one is not', async () => {
    const limited = await ScimServer.start({
      rateLimits: { scimPerAddress: { points: 3, seconds: 300 } },
    });
    const attempt = async () =>
      fetch(`${limited.server.url}/scim/v2/Users`, { headers: { authorization: 'Bearer wrong' } });
    const statuses = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await attempt()).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect(Number((await attempt()).headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await limited.send('GET', '/Users')).status).toBe(200);
    await limited.stop();
  });

  test('SCIM-01 without HOMIE_SCIM_TOKEN there is no endpoint', async () => {
    const server = await startTestServer();
    const response = await fetch(`${server.url}/scim/v2/Users`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(response.status).toBe(404);
    await server.stop();
  });
});

describe('bodies', () => {
  const patch = (...operations: unknown[]) => ({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: operations,
  });

  test.each([
    ['no JSON', 'POST', '{', 'invalidSyntax'],
    ['a list', 'POST', [], 'invalidSyntax'],
    ['nothing', 'POST', '', 'invalidSyntax'],
    ['other schemas', 'POST', { schemas: ['x'], userName: 'a@scim.example' }, 'invalidSyntax'],
    ['no name', 'POST', { schemas: [USER] }, 'invalidValue'],
    ['no name and no schemas', 'POST', {}, 'invalidValue'],
    ['a name that is no address', 'POST', { schemas: [USER], userName: 'bjensen' }, 'invalidValue'],
    ['a number as name', 'POST', { schemas: [USER], userName: 7 }, 'invalidValue'],
    ['a NUL', 'POST', { schemas: [USER], userName: 'a@scim.example', title: '\0' }, 'invalidValue'],
    [
      'a long identifier',
      'POST',
      { schemas: [USER], userName: 'a@scim.example', externalId: 'x'.repeat(256) },
      'invalidValue',
    ],
    [
      'a name of several lines',
      'POST',
      { schemas: [USER], userName: 'a@scim.example', displayName: 'a\nb' },
      'invalidValue',
    ],
    [
      'a state that is neither true nor false',
      'POST',
      { schemas: [USER], userName: 'a@scim.example', active: 'maybe' },
      'invalidValue',
    ],
    ['no operations', 'PATCH', patch(), 'invalidSyntax'],
    ['an operation that is a text', 'PATCH', patch('remove'), 'invalidSyntax'],
    ['an unknown operation', 'PATCH', patch({ op: 'move', path: 'active' }), 'invalidSyntax'],
    ['remove without a path', 'PATCH', patch({ op: 'remove' }), 'noTarget'],
    ['a path that is no text', 'PATCH', patch({ op: 'add', path: {}, value: 1 }), 'invalidPath'],
    ['an unknown path', 'PATCH', patch({ op: 'add', path: 'isAdmin', value: true }), 'invalidPath'],
    ['the prototype', 'PATCH', patch({ op: 'add', path: '__proto__', value: {} }), 'invalidPath'],
    ['a new id', 'PATCH', patch({ op: 'replace', path: 'id', value: 'x' }), 'mutability'],
    ['groups of a user', 'PATCH', patch({ op: 'add', path: 'groups', value: [] }), 'mutability'],
    ['removing the state', 'PATCH', patch({ op: 'remove', path: 'active' }), 'mutability'],
    ['a list without a path', 'PATCH', patch({ op: 'add', value: [] }), 'invalidValue'],
  ])('SCIM-11 %s gets an error of RFC 7644, section 3.12', async (_, method, body, scimType) => {
    const [user] = await host.sql<{ id: string }[]>`
      select id from public.users where email = ${email}`;
    const path = method === 'PATCH' ? `/Users/${user?.id}` : '/Users';
    const answer = await host.send(method, path, body);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '400',
        scimType,
        detail: expect.stringMatching(/\.$/),
      },
    });
    expect(answer.headers.get('content-type')).toBe('application/scim+json');
  });

  test('SCIM-11 a value with the name of the prototype changes nothing', async () => {
    const [user] = await host.sql<{ id: string }[]>`
      select id from public.users where email = ${email}`;
    const answer = await host.send(
      'PATCH',
      `/Users/${user?.id}`,
      `{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[
        {"op":"add","value":{"__proto__":{"active":false},"constructor":1,"role_id":"x"}}]}`,
    );
    expect(answer).toMatchObject({ status: 200, body: { active: true } });
  });

  test('SCIM-11 unknown endpoints and large bodies are refused', async () => {
    expect((await host.send('GET', '/Bulk')).status).toBe(404);
    expect((await host.send('POST', '/Users/.search', {})).status).toBe(404);
    expect((await host.send('POST', '/Users', `"${'x'.repeat(1_100_000)}"`)).status).toBe(413);
  });
});

test('SCIM-03 the directory learns what is supported', async () => {
  const config = await host.send('GET', '/ServiceProviderConfig');
  expect(config.body).toMatchObject({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 100 },
    authenticationSchemes: [{ type: 'oauthbearertoken' }],
  });
  const types = (await host.send('GET', '/ResourceTypes')).body['Resources'];
  expect(types).toMatchObject([
    { id: 'User', endpoint: '/Users', schema: USER },
    { id: 'Group', endpoint: '/Groups' },
  ]);
  expect((await host.send('GET', '/Schemas')).body['totalResults']).toBe(2);
  expect((await host.send('GET', `/Schemas/${USER}`)).body).toMatchObject({ id: USER });
  expect((await host.send('GET', '/ResourceTypes/None')).status).toBe(404);
});

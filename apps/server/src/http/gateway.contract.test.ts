import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session, TestServer } from '../testing/index.ts';
import { sendAsIs } from '../testing/send-as-is.ts';
import { navigate, startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';

describe('gateway', () => {
  let gateway: TestGateway;
  let server: TestServer;
  let get: TestGateway['get'];
  beforeAll(async () => {
    gateway = await startTestGateway();
    ({ server, get } = gateway);
  });
  afterAll(() => gateway.stop());

  describe('headers', () => {
    test.each([
      '/',
      '/app',
      '/nothing.js',
      '/assets/main-AbCd1234.js',
      '/remotes/chat/2.0.0-abc/remoteEntry-x.js',
      '/environment.json',
      '/remotes.json',
      '/healthz',
      '/_mailbox',
      '/auth/v1/settings',
      '/auth/v1/verify',
      '/rest/v1/tags',
      '/storage/v1/object/files/x',
      '/functions/v1/echo',
      '/functions/v1/nothing',
    ])('%s carries the security headers', async (path) => {
      const { headers } = await get(path, path === '/' || path === '/app' ? navigate : {});
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('x-powered-by')).toBeNull();
      const csp = headers.get('content-security-policy') ?? '';
      expect(csp).toContain("frame-ancestors 'none'");
      expect(csp).not.toContain('unsafe-eval');
      expect(/script-src[^;]*unsafe-inline/.test(csp)).toBe(false);
    });
  });

  describe('cross-origin access', () => {
    const preflight = (path: string, origin: string) =>
      fetch(server.url + path, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,apikey',
        },
      });

    test.each([
      '/auth/v1/token',
      '/rest/v1/tags',
      '/storage/v1/object/files/x',
      '/functions/v1/echo',
    ])('%s lets in the origins of the list only', async (path) => {
      const partner = await preflight(path, 'https://partner.example');
      expect(partner.status).toBe(204);
      expect(partner.headers.get('access-control-allow-origin')).toBe('https://partner.example');
      expect(partner.headers.get('access-control-allow-headers')).toContain('authorization');
      for (const origin of [
        'https://evil.example',
        'https://partner.example.evil.example',
        'null',
      ]) {
        const other = await preflight(path, origin);
        expect(other.headers.get('access-control-allow-origin')).toBeNull();
        const response = await get(path, { origin, apikey: server.publishableKey });
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
        expect(response.headers.get('access-control-allow-credentials')).toBeNull();
      }
      const response = await get(path, {
        origin: 'https://partner.example',
        apikey: server.publishableKey,
      });
      expect(response.headers.get('access-control-allow-origin')).toBe('https://partner.example');
      expect(response.headers.get('vary')).toContain('Origin');
    });
  });

  describe('addresses', () => {
    test.each(['/%72est/v1/tags', '/%61uth/v1/settings', '/%66unctions/v1/echo'])(
      'an interface has no second address that bypasses its rules: %s',
      async (path) => {
        const response = await get(path, {
          apikey: server.publishableKey,
          origin: 'https://evil.example',
        });
        expect(response.status).toBe(404);
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
        expect(response.headers.get('cache-control')).toBe('no-store');
      },
    );

    test.each(['/rest/v1/%74ags', '/rest/v1/rpc%2Fping', '/rest/v1/tags%3Fselect=id'])(
      'an encoded spelling within an interface is refused: %s',
      async (path) => {
        const response = await server.call(path, { as: 'service' });
        expect(response.status).toBeGreaterThanOrEqual(400);
        expect(response.status).toBeLessThan(500);
      },
    );
  });

  describe('bodies', () => {
    test.each([
      ['/rest/v1/tags', 'POST', 400],
      ['/rest/v1/tags?id=eq.1', 'PATCH', 400],
      ['/auth/v1/signup', 'POST', 400],
    ])('%s refuses a body that is nested without end', async (path, method, status) => {
      const depth = 7000;
      for (const nested of [
        '['.repeat(depth) + ']'.repeat(depth),
        `{"email":${'['.repeat(depth)}${']'.repeat(depth)}}`,
      ]) {
        const response = await server.call(path, { as: 'service', method, body: nested });
        expect(response.status).toBe(status);
      }
    });

    const MB = 1024 * 1024;
    /** Sends a body without a content length. */
    const chunked = (path: string, bytes: number) =>
      fetch(server.url + path, {
        method: 'POST',
        headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
        body: new Blob(['x'.repeat(bytes)]).stream(),
        duplex: 'half',
      } as RequestInit);

    test.each([
      ['/functions/v1/echo', 1 * MB],
      ['/rest/v1/tags', 1 * MB],
      ['/auth/v1/signup', 16 * 1024],
    ])('%s accepts at most %d bytes', async (path, limit) => {
      const declared = await server.call(path, { method: 'POST', body: 'x'.repeat(limit + 1) });
      expect(declared.status).toBe(413);
      expect((await chunked(path, limit + 1)).status).toBe(413);
      expect((await chunked(path, limit)).status).not.toBe(413);
    });

    test.each([
      ['/storage/v1/object/files/a', 26 * MB],
      ['/functions/v1/conversations', 40 * MB],
    ])(
      '%s accepts files only with a session, because bodies fill the memory',
      async (path, limit) => {
        const { email, password } = await server.createUser(`files-${limit}@example.test`);
        const person = await server.signIn(email, password);
        const send = async (bytes: number, who: { as?: Session | 'service'; token?: string }) => {
          const { as, token } = who;
          const headers = new Headers();
          if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
          const init = { method: 'POST', headers, body: new Uint8Array(bytes) };
          return (await server.call(path, as ? { ...init, as } : init)).status;
        };
        expect(await send(limit, { as: person })).not.toBe(413);
        expect(await send(limit + 1, { as: person })).toBe(413);
        expect(await send(2 * MB, { as: 'service' })).not.toBe(413);
        expect(await send(2 * MB, {})).toBe(413);
        expect(await send(2 * MB, { token: `${person.accessToken}x` })).toBe(413);
        expect(await send(2 * MB, { token: server.publishableKey })).toBe(413);
      },
    );

    test('a response sent before the body was read arrives', async () => {
      const { email, password } = await server.createUser('early@example.test');
      const person = await server.signIn(email, password);
      const path = '/functions/v1/conversations?unread';
      const init = { as: person, method: 'POST', body: new Uint8Array(30 * MB) };
      const response = await server.call(path, init);
      expect(await response.json()).toEqual({ received: 'nothing' });
    });
  });

  describe('functions', () => {
    test('an unknown function is 404, and an error contains no details', async () => {
      const unknown = await server.call('/functions/v1/nothing', { method: 'POST' });
      expect(unknown.status).toBe(404);
      const failed = await server.call('/functions/v1/echo/throw', { method: 'POST' });
      expect(failed.status).toBe(500);
      expect(await failed.text()).not.toContain('secret');
      expect(failed.headers.get('cache-control')).toBe('no-store');
    });

    test('a call to our own address stays in the process', async () => {
      const response = await server.call('/functions/v1/echo/settings', { method: 'POST' });
      expect(await response.json()).toMatchObject({ mailer_autoconfirm: false });
    });
  });

  describe('methods', () => {
    test.each(['/auth/v1/user', '/rest/v1/tags', '/storage/v1/bucket', '/functions/v1/echo'])(
      '%s refuses those that it does not know',
      async (path) => {
        for (const method of ['TRACE', 'PROPFIND']) {
          const { status, headers } = await sendAsIs(server.url, { path, method });
          expect(status).toBe(405);
          expect(headers['allow']).toContain('GET');
          expect(headers['x-content-type-options']).toBe('nosniff');
        }
      },
    );
  });

  test('internal failures were logged without their text', () => {
    expect(gateway.logged.join('\n')).not.toContain('select secret');
  });
});

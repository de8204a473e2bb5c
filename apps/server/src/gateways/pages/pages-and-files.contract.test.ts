import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../../testing/index.ts';
import { sendAsIs } from '../../testing/send-as-is.ts';
import {
  emptyManifest,
  navigate,
  script,
  startTestGateway,
  type TestGateway,
} from '../../testing/start-test-gateway.ts';

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
    test('the policy of pages allows the configured origins, regardless of the manifest', async () => {
      await gateway.setManifest(
        JSON.stringify({
          schemaVersion: 1,
          revision: 2,
          remotes: {
            chat: { version: '1', entry: '/remotes/chat/2.0.0-abc/remoteEntry-x.js' },
            audit: { version: '1', entry: 'https://evil.example/audit/1/remoteEntry-x.js' },
          },
        }),
      );
      const response = await get('/app', navigate);
      const csp = response.headers.get('content-security-policy') ?? '';
      expect(csp).toMatch(/script-src 'self' https:\/\/cdn\.example 'sha256-[\w+/]{43}=';/);
      expect(csp).toContain("connect-src 'self' https://cdn.example;");
      expect(csp).not.toContain('evil');
      expect(csp).toContain("default-src 'self';");
      expect(csp).toContain("object-src 'none'; base-uri 'none'; frame-ancestors 'none'");
      // If it is damaged or missing, the last valid one is served on.
      for (const damaged of ['no manifest', undefined]) {
        await gateway.setManifest(damaged);
        expect((await (await get('/remotes.json')).json()).revision).toBe(2);
      }
      expect((await get('/app', navigate)).status).toBe(200);
      await gateway.setManifest(emptyManifest);
    });
  });

  describe('pages and files', () => {
    test('serves the landing page at /, and the application at any other address', async () => {
      expect(await (await get('/', navigate)).text()).toContain('landing');
      for (const path of ['/app', '/admin/audit', '/auth/callback?code=x', '/no/such/page']) {
        const response = await get(path, navigate);
        expect(response.status).toBe(200);
        expect(await response.text()).toContain('<title>app</title>');
        expect(response.headers.get('cache-control')).toBe('no-cache');
      }
    });

    test.each(['/assets/gone-AbCd1234.js', '/remotes/chat/9/remoteEntry.js', '/gone.png'])(
      'a missing file is a real 404: %s',
      async (path) => {
        for (const headers of [{}, navigate]) {
          const response = await get(path, headers);
          expect(response.status).toBe(404);
          expect(response.headers.get('content-type')).toContain('text/plain');
        }
      },
    );

    test('a script that requests data at a page address gets 404, not a page', async () => {
      for (const accept of ['*/*', 'application/json'])
        expect((await get('/app', { accept, 'sec-fetch-dest': 'empty' })).status).toBe(404);
      expect((await get('/app', { accept: 'application/json' })).status).toBe(404);
    });

    test('a link preview or an uptime check, which accepts anything, gets the page', async () => {
      const response = await get('/app', { accept: '*/*' });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('text/html');
    });

    test.each([
      ['/assets/main-AbCd1234.js', 'public, max-age=31536000, immutable'],
      ['/remotes/chat/2.0.0-abc/remoteEntry-x.js', 'public, max-age=31536000, immutable'],
      ['/favicon.svg', 'no-cache'],
      ['/service-worker.js', 'no-cache'],
      ['/environment.json', 'no-store'],
      ['/remotes.json', 'no-store'],
    ])('%s is cached as %s', async (path, cacheControl) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe(cacheControl);
    });

    test('an unchanged landing page is not sent again', async () => {
      const etag = (await get('/', navigate)).headers.get('etag') ?? '';
      const again = await get('/', { ...navigate, 'if-none-match': etag });
      expect(again.status).toBe(304);
    });

    test.each([
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/..%5csecret.txt',
      '/remotes/../secret.txt',
      '/remotes/%2e%2e/secret.txt',
      '/remotes/chat/..%2f..%2f..%2fsecret.txt',
      '//secret.txt',
      '/leak.txt',
      '/.env',
      '/assets/%00main.txt',
      '/%ff.txt',
    ])('no file outside the folders is served: %s', async (path) => {
      const { status } = await sendAsIs(server.url, { path, headers: navigate });
      expect(status).toBe(404);
    });

    test('other methods are refused', async () => {
      const response = await fetch(`${server.url}/app`, { method: 'POST' });
      expect(response.status).toBe(405);
    });

    const encoded = async (accepted: string, path = '/assets/main-AbCd1234.js') => {
      const asked = { path, headers: { 'accept-encoding': accepted } };
      const { headers, body } = await sendAsIs(server.url, asked);
      return { encoding: headers['content-encoding'], body };
    };

    test('text is compressed, with brotli if supported', async () => {
      const brotli = await encoded('gzip, deflate, br');
      expect(brotli.encoding).toBe('br');
      expect(brotliDecompressSync(brotli.body).toString()).toBe(script);
      expect(brotli.body.length).toBeLessThan(script.length / 10);
      const gzip = await encoded('gzip');
      expect(gzip.encoding).toBe('gzip');
      expect(gunzipSync(gzip.body).toString()).toBe(script);
      expect((await encoded('identity')).body.toString()).toBe(script);
      expect((await encoded('br;q=0')).encoding).toBeUndefined();
    });

    test('an event stream is not compressed', async () => {
      const stream = await encoded('gzip, br', '/functions/v1/echo/stream');
      expect(stream.encoding).toBeUndefined();
      expect(stream.body.toString()).toContain('data: one');
    });

    test('/environment.json contains the settings of the shell, and no secret', async () => {
      const text = await (await get('/environment.json')).text();
      expect(JSON.parse(text)).toEqual({
        productName: 'Second Homie',
        demoMode: true,
        demo: [],
        sentToProvider: 'nothing',
        sendsMails: false,
        supabaseUrl: '',
        publishableKey: server.publishableKey,
        features: { webResearch: false },
        signUp: { open: true, domains: [] },
        contact: null,
        secondFactor: 'optional',
        passkeys: true,
        magicLink: false,
        passwordMinLength: 6,
        providers: [],
        localCopies: 'memory',
        offlineStart: false,
        environment: 'local',
        environments: [],
        remoteOrigins: ['https://cdn.example'],
        requireIntegrity: true,
        overrides: null,
      });
      expect(text).not.toContain(server.secretKey);
    });
  });
});

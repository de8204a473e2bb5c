import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request as rawRequest, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FunctionModule } from '../functions/function-handler.ts';
import { scratchSchema } from '../testing/scratch-schema.ts';
import { startTestServer, type Session, type TestServer } from '../testing/index.ts';

const script = `export const text = ${JSON.stringify('homie '.repeat(2000))};`;
const navigate = { accept: 'text/html,application/xhtml+xml' };

const echo: FunctionModule = {
  createHandler:
    ({ supabaseUrl, anonKey }, { fetch: callBack }) =>
    async (request) => {
      if (request.url.endsWith('/stream'))
        return new Response('data: one\n\ndata: two\n\n'.repeat(200), {
          headers: { 'content-type': 'text/event-stream' },
        });
      if (request.url.endsWith('/settings'))
        return callBack(`${supabaseUrl}/auth/v1/settings`, { headers: { apikey: anonKey } });
      if (request.url.endsWith('?unread')) return Response.json({ received: 'nothing' });
      if (request.url.endsWith('/throw')) throw new Error('select secret from people');
      return Response.json({ received: (await request.text()).length });
    },
};

/** Sends a path as it is; fetch would tidy it up first. */
function rawStatus(base: string, path: string): Promise<number> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = rawRequest({ hostname, port, path, headers: navigate }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Sends what fetch would not: any method. */
function rawResponse(
  base: string,
  path: string,
  options: { method: string },
): Promise<IncomingMessage> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = rawRequest({ hostname, port, path, ...options }, (response) => {
      response.resume();
      resolve(response);
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Reads an answer without undoing its compression. */
function rawBody(url: string, encoding: string): Promise<{ body: Buffer; encoding: string }> {
  return new Promise((resolve, reject) => {
    const sent = rawRequest(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          body: Buffer.concat(chunks),
          encoding: response.headers['content-encoding'] ?? '',
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

const manifestText = JSON.stringify({ schemaVersion: 1, revision: 1, remotes: {} });
const appPage = '<!doctype html><title>app</title><script type="module" src="/main.js"></script>';

describe('gateway', () => {
  let server: TestServer;
  let folder: string;
  let manifestFile: string;
  let logged: string[];

  beforeAll(async () => {
    logged = [];
    folder = await mkdtemp(join(tmpdir(), 'homie-static-'));
    const shellDir = join(folder, 'shell');
    const remotesDir = join(folder, 'remotes');
    manifestFile = join(folder, 'remotes.json');
    await mkdir(join(shellDir, 'assets'), { recursive: true });
    await mkdir(join(remotesDir, 'chat/2.0.0-abc'), { recursive: true });
    await writeFile(join(shellDir, 'index.html'), '<!doctype html><title>landing</title>');
    await writeFile(join(shellDir, 'app.html'), appPage);
    await writeFile(manifestFile, manifestText);
    await writeFile(join(shellDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await writeFile(join(shellDir, 'assets/main-AbCd1234.js'), script);
    await writeFile(join(remotesDir, 'chat/2.0.0-abc/remoteEntry-x.js'), script);
    await writeFile(join(folder, 'secret.txt'), 'secret');
    await symlink(join(folder, 'secret.txt'), join(shellDir, 'leak.txt'));
    await writeFile(join(shellDir, '.env'), 'secret');
    server = await startTestServer({
      ...scratchSchema,
      functions: { echo, conversations: echo },
      corsOrigins: ['https://partner.example'],
      static: {
        shellDir,
        remotesDir,
        manifestFile,
        rules: {
          name: 'local',
          others: [],
          remoteOrigins: ['https://cdn.example'],
          requireIntegrity: true,
          overrides: null,
        },
      },
      log: (line) => void logged.push(line),
    });
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { headers, redirect: 'manual' });

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

    test('the policy of pages names the allowed origins, whatever the manifest says', async () => {
      await writeFile(
        manifestFile,
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
      const [, nonce] = /nonce="([^"]+)"/.exec(await response.text()) ?? [];
      expect(csp).toMatch(/script-src 'self' https:\/\/cdn\.example 'sha256-[\w+/]{43}=' 'nonce-/);
      expect(csp).toContain(`'nonce-${nonce}'`);
      expect(csp).toContain("connect-src 'self' https://cdn.example;");
      expect(csp).not.toContain('evil');
      expect(csp).toContain("default-src 'self';");
      expect(csp).toContain("object-src 'none'; base-uri 'none'; frame-ancestors 'none'");
      await writeFile(manifestFile, 'no manifest');
      expect((await get('/remotes.json')).status).toBe(500);
      await rm(manifestFile);
      expect((await get('/remotes.json')).status).toBe(404);
      expect((await get('/app', navigate)).status).toBe(200);
      await writeFile(manifestFile, manifestText);
    });
  });

  describe('pages and files', () => {
    test('the landing page is at /, the application at any other address', async () => {
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

    test('a script that asks for data at a page address gets 404, not a page', async () => {
      for (const accept of ['*/*', 'application/json'])
        expect((await get('/app', { accept })).status).toBe(404);
    });

    test.each([
      ['/assets/main-AbCd1234.js', 'public, max-age=31536000, immutable'],
      ['/remotes/chat/2.0.0-abc/remoteEntry-x.js', 'public, max-age=31536000, immutable'],
      ['/favicon.svg', 'no-cache'],
      ['/environment.json', 'no-store'],
      ['/remotes.json', 'no-store'],
    ])('%s is cached as %s', async (path, cacheControl) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe(cacheControl);
    });

    test('the landing page, unchanged, is not sent again', async () => {
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
    ])('nothing outside the folders is served: %s', async (path) => {
      expect(await rawStatus(server.url, path)).toBe(404);
    });

    test('other methods are refused', async () => {
      const response = await fetch(`${server.url}/app`, { method: 'POST' });
      expect(response.status).toBe(405);
    });

    test('text is compressed, by brotli where it can be', async () => {
      const url = `${server.url}/assets/main-AbCd1234.js`;
      const brotli = await rawBody(url, 'gzip, deflate, br');
      expect(brotli.encoding).toBe('br');
      expect(brotliDecompressSync(brotli.body).toString()).toBe(script);
      expect(brotli.body.length).toBeLessThan(script.length / 10);
      const gzip = await rawBody(url, 'gzip');
      expect(gzip.encoding).toBe('gzip');
      expect(gunzipSync(gzip.body).toString()).toBe(script);
      expect((await rawBody(url, 'identity')).body.toString()).toBe(script);
      expect((await rawBody(url, 'br;q=0')).encoding).toBe('');
    });

    test('a stream of events is not compressed', async () => {
      const stream = await rawBody(`${server.url}/functions/v1/echo/stream`, 'gzip, br');
      expect(stream.encoding).toBe('');
      expect(stream.body.toString()).toContain('data: one');
    });

    test('/environment.json says what the shell needs, and no secret', async () => {
      const text = await (await get('/environment.json')).text();
      expect(JSON.parse(text)).toEqual({
        productName: 'Second Homie',
        demoMode: true,
        supabaseUrl: '',
        publishableKey: server.publishableKey,
        features: { webResearch: false },
        signUp: { open: true, domains: [] },
        environment: 'local',
        environments: [],
        remoteOrigins: ['https://cdn.example'],
        requireIntegrity: true,
        overrides: null,
      });
      expect(text).not.toContain(server.secretKey);
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
      'an interface has no second address beside the rules of the first: %s',
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
      'nor does anything in it: %s',
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
    /** Sends without saying how much. */
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
    ])('%s takes %d bytes and no more', async (path, limit) => {
      const declared = await server.call(path, { method: 'POST', body: 'x'.repeat(limit + 1) });
      expect(declared.status).toBe(413);
      expect((await chunked(path, limit + 1)).status).toBe(413);
      expect((await chunked(path, limit)).status).not.toBe(413);
    });

    test.each([
      ['/storage/v1/object/files/a', 26 * MB],
      ['/functions/v1/conversations', 40 * MB],
    ])(
      '%s takes files, and not from strangers: they would fill the memory',
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

    test('an answer that comes before the body was read arrives all the same', async () => {
      const { email, password } = await server.createUser('early@example.test');
      const person = await server.signIn(email, password);
      const path = '/functions/v1/conversations?unread';
      const init = { as: person, method: 'POST', body: new Uint8Array(30 * MB) };
      const response = await server.call(path, init);
      expect(await response.json()).toEqual({ received: 'nothing' });
    });
  });

  describe('functions', () => {
    test('an unknown one is 404, one that throws tells nothing', async () => {
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

  describe('mailbox', () => {
    test('shows the mails of this computer with everything escaped', async () => {
      await server.call('/auth/v1/signup', {
        method: 'POST',
        body: JSON.stringify({ email: `a&'b@example.test`, password: 'secret-1' }),
      });
      await server.call('/auth/v1/signup', {
        method: 'POST',
        body: JSON.stringify({ email: 'a&b@example.test', password: 'secret-1' }),
      });
      const response = await get('/_mailbox');
      const page = await response.text();
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(page).toContain('a&amp;b@example.test');
      const link = server.lastMailLink('a&b@example.test');
      expect(page).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
      const list = (await (await get('/_mailbox.json')).json()) as { to: string; text: string }[];
      expect(list.at(-1)).toMatchObject({ to: 'a&b@example.test', link });
      expect(list.at(-1)?.text).toContain(link);
    });

    test.each([
      { 'x-forwarded-for': '203.0.113.7' },
      { forwarded: 'for=203.0.113.7' },
      { via: '1.1 proxy' },
      { 'x-real-ip': '203.0.113.7' },
      { 'x-forwarded-host': 'homie.example' },
      { 'x-forwarded-proto': 'https' },
      { 'cf-connecting-ip': '203.0.113.7' },
      { host: 'homie.example' },
    ])('is not there for a visitor through a proxy or under another name: %o', async (headers) => {
      for (const path of ['/_mailbox', '/_mailbox.json']) {
        const { hostname, port } = new URL(server.url);
        const status = await new Promise((resolve) => {
          rawRequest({ hostname, port, path, headers }, (response) => {
            response.resume();
            resolve(response.statusCode);
          }).end();
        });
        expect(status).toBe(404);
      }
    });
  });

  test.each([
    [{}, 404],
    [{ mailbox: true }, 200],
  ])('a site with a public address shows no mails unless told to: %o', async (asked, status) => {
    // Whoever is let in by a proxy on this computer looks like a visitor on it.
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    const site = await startTestServer({
      ...scratchSchema,
      ...asked,
      port,
      siteUrl: 'https://homie.example',
    });
    for (const path of ['/_mailbox', '/_mailbox.json'])
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(status);
    await site.stop();
  });

  describe('methods', () => {
    test.each(['/auth/v1/user', '/rest/v1/tags', '/storage/v1/bucket', '/functions/v1/echo'])(
      '%s refuses those that it does not know',
      async (path) => {
        for (const method of ['TRACE', 'PROPFIND']) {
          const response = await rawResponse(server.url, path, { method });
          expect(response.statusCode).toBe(405);
          expect(response.headers['allow']).toContain('GET');
          expect(response.headers['x-content-type-options']).toBe('nosniff');
        }
      },
    );
  });

  test('internal failures were logged without their text', () => {
    expect(logged.join('\n')).not.toContain('select secret');
  });
});

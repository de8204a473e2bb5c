import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { STRICT_RULES, type EnvironmentRules } from './environment-rules.ts';
import { createReadPlace } from './read-place.ts';
import { createStaticGateway } from './static-gateway.ts';

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const PAGE =
  '<!doctype html><head><script src="/theme.js"></script><script type="module" src="/main.js"></script></head>';
const FOLDER = '/remotes/chat/2.0.0-0123abcd';
const ENTRY = `${FOLDER}/remoteEntry-x.js`;
const scripts = { 'remoteEntry-x.js': 'export {}', 'assets/part-y.js': 'export const y = 1' };

/** The list of a release's hashes, as its text. */
function listOf(files: Record<string, string>): string {
  const hashes = Object.entries(files).map(([file, text]) => [file, sha256(text)]);
  return JSON.stringify({ schemaVersion: 1, files: Object.fromEntries(hashes) });
}

let folder: string;
let log: string[];
let foreign: Server;
let foreignUrl: string;
/** What the foreign origin answers for integrity.json. */
let foreignList: string;
let asked: string[];

beforeEach(async () => {
  log = [];
  asked = [];
  foreignList = listOf(scripts);
  folder = await mkdtemp(join(tmpdir(), 'homie-pages-'));
  await mkdir(join(folder, 'shell'));
  await writeFile(join(folder, 'shell/index.html'), '<!doctype html><title>landing</title>');
  await writeFile(join(folder, 'shell/app.html'), PAGE);
  await release('remotes/chat/2.0.0-0123abcd', listOf(scripts));
  foreign = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(foreignList);
  }).listen(0, '127.0.0.1');
  await once(foreign, 'listening');
  const address = foreign.address();
  foreignUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterEach(async () => {
  foreign.close();
  await rm(folder, { recursive: true, force: true });
});

async function release(place: string, list: string) {
  await mkdir(join(folder, place), { recursive: true });
  await writeFile(join(folder, place, 'integrity.json'), list);
}

function gateway(rules: Partial<EnvironmentRules> = {}) {
  return createStaticGateway(
    {
      shellDir: join(folder, 'shell'),
      remotesDir: join(folder, 'remotes'),
      manifestFile: join(folder, 'remotes.json'),
      environmentsDir: join(folder, 'environments'),
      rules: { ...STRICT_RULES, ...rules },
    },
    { productName: 'Second Homie' },
    (line) => log.push(line),
  );
}

/** Writes the manifest: these remotes, as text where a test needs more than JSON has. */
const compose = (remotes: Record<string, unknown> | string) =>
  writeFile(
    join(folder, 'remotes.json'),
    `{"schemaVersion":1,"revision":1,"remotes":${typeof remotes === 'string' ? remotes : JSON.stringify(remotes)}}`,
  );

type Answer = ReturnType<typeof gateway>;

async function open(answer: Answer, address = '/app') {
  const response = await answer(
    new Request(`http://site.example${address}`, { headers: { accept: 'text/html' } }),
  );
  const html = await response.text();
  const [, nonce = '', text = ''] =
    /<script type="importmap" nonce="([^"]+)">(.*?)<\/script>/.exec(html) ?? [];
  const { integrity = {} }: { integrity?: Record<string, string> } = text ? JSON.parse(text) : {};
  const policy = response.headers.get('content-security-policy') ?? '';
  const scriptSources = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ');
  return { response, html, nonce, text, integrity, policy, scriptSources };
}

describe('the page', () => {
  test('carries the hashes of every script of every release that the manifest names, before any module', async () => {
    const others = { old: 'remotes/chat/1.0.0-0a', early: 'remotes/chat/3.0.0-0b' };
    for (const place of Object.values(others)) await release(place, listOf({ 'e.js': place }));
    await compose({
      chat: {
        entry: ENTRY,
        fallback: { entry: `/${others.old}/e.js` },
        rollouts: [{ release: { entry: `/${others.early}/e.js` }, audience: { percent: 5 } }],
      },
    });
    const { html, integrity } = await open(gateway());
    expect(integrity).toEqual({
      [ENTRY]: sha256(scripts['remoteEntry-x.js']),
      [`${FOLDER}/assets/part-y.js`]: sha256(scripts['assets/part-y.js']),
      [`/${others.old}/e.js`]: sha256(others.old),
      [`/${others.early}/e.js`]: sha256(others.early),
    });
    expect(html.indexOf('type="importmap"')).toBeLessThan(html.indexOf('type="module"'));
  });

  test('asks for what the remote of its address needs at once, unless that is another one for some people', async () => {
    const list = JSON.parse(listOf(scripts));
    const preload = [
      'remoteEntry-x.js',
      'assets/part-y.js',
      'assets/unknown-z.js',
      '../../evil.js',
    ];
    const links = (html: string) =>
      Object.fromEntries(
        [
          ...html.matchAll(
            /<link rel="modulepreload" crossorigin href="([^"]*)" integrity="([^"]*)">/g,
          ),
        ].map(([, address = '', hash]) => [address, hash]),
      );
    await release(
      'remotes/chat/2.0.0-0123abcd',
      JSON.stringify({ ...list, preload: preload.slice(0, 3) }),
    );
    await release('remotes/admin/1.0.0-0c', JSON.stringify({ ...list, preload }));
    const release2 = { entry: '/remotes/chat/1.0.0-0a/e.js' };
    await compose({
      chat: { entry: ENTRY },
      admin: { entry: '/remotes/admin/1.0.0-0c/remoteEntry-x.js' },
    });
    const answer = gateway();
    const { html, integrity } = await open(answer);
    expect(links(html)).toEqual(integrity);
    // A list that names what lies elsewhere is no list at all.
    expect(links((await open(answer, '/admin/users')).html)).toEqual({});
    expect(links((await open(answer, '/auth/sign-in')).html)).toEqual({});
    await compose({
      chat: { entry: ENTRY, rollouts: [{ release: release2, audience: { percent: 5 } }] },
    });
    expect(links((await open(answer)).html)).toEqual({});
  });

  test('lets run its own files, the map by its hash and one nonce of this answer: nothing else', async () => {
    await compose({ chat: { entry: ENTRY } });
    const answer = gateway({
      remoteOrigins: ['https://cdn.example'],
      overrides: { roles: ['admin'], origins: ['http://localhost:*'] },
    });
    const [first, second] = [await open(answer), await open(answer)];
    expect(first.scriptSources).toEqual([
      "'self'",
      'https://cdn.example',
      'http://localhost:*',
      `'${sha256(first.text)}'`,
      `'nonce-${first.nonce}'`,
    ]);
    expect(Buffer.from(first.nonce, 'base64url')).toHaveLength(16);
    expect(second.nonce).not.toBe(first.nonce);
    expect(second.text).toBe(first.text);
    expect(first.response.headers.get('cache-control')).toBe('no-cache');
    expect(first.response.headers.get('etag')).toBeNull();
  });

  test('the landing page runs no foreign scripts and is kept by its tag', async () => {
    const { response, scriptSources } = await open(
      gateway({ remoteOrigins: ['https://cdn.example'] }),
      '/',
    );
    expect(scriptSources).toEqual(["'self'"]);
    expect(response.headers.get('etag')).not.toBeNull();
  });

  test('is served without a manifest, and with the last good hashes when one is lost or broken', async () => {
    const answer = gateway();
    const none = await open(answer);
    expect([none.response.status, none.text]).toEqual([200, '{"integrity":{}}']);
    await compose({ chat: { entry: ENTRY } });
    const { integrity: good } = await open(answer);
    expect(Object.keys(good)).toContain(ENTRY);
    for (const broken of ['no manifest', '{"remotes":[]}', `{"remotes":{"chat":{"entry":7}}}`]) {
      await writeFile(join(folder, 'remotes.json'), broken);
      expect((await open(answer)).integrity).toEqual(good);
    }
    await writeFile(join(folder, 'remotes.json'), ' '.repeat(1_000_001));
    expect((await open(answer)).integrity).toEqual(good);
    await rm(join(folder, 'remotes.json'));
    expect((await open(answer)).integrity).toEqual(good);
  });
});

describe('hashes', () => {
  test.each([
    ['that another list was released with', listOf(scripts), sha256('another list')],
    ['of a file outside the release', listOf({ '../../admin/1/e.js': '' }), undefined],
    ['of an absolute address', listOf({ 'https://evil.example/e.js': '' }), undefined],
    ['of a file by another way', listOf({ 'assets/../../e.js': '', './e.js': '' }), undefined],
    ['that are none', '{"schemaVersion":1,"files":{"e.js":"sha256-x"}}', undefined],
    ['that end the element', listOf({ '</script><script>alert(1)//.js': '' }), undefined],
    ['that are no JSON', '<html>', undefined],
    ['without end', ' '.repeat(300_000), undefined],
  ])('%s are not taken, which is logged', async (_what, list, integrity) => {
    await release('remotes/chat/2.0.0-0123abcd', list);
    await compose({ chat: { entry: ENTRY, ...(integrity && { integrity }) } });
    const { text, html } = await open(gateway());
    expect(text).toBe('{"integrity":{}}');
    expect(html).not.toContain('alert(1)');
    expect(log).toEqual([expect.stringContaining(`no hashes of ${ENTRY}`)]);
  });

  test.each([
    '/remotes/../secret/e.js',
    '/remotes/%2e%2e/secret/e.js',
    '/remotes/chat/..%2f..%2fsecret/e.js',
    '/remotes\\..\\secret/e.js',
    '/secret/e.js',
    'file:///etc/passwd',
    'data:text/javascript,alert(1)',
    'javascript:alert(1)',
    'no address',
  ])('of %s are not read', async (entry) => {
    await release('secret', listOf({ 'e.js': 'secret' }));
    await compose({ chat: { entry } });
    expect((await open(gateway())).text).toBe('{"integrity":{}}');
  });

  test('of a remote named as a part of every object are hashes like others', async () => {
    await compose(`{"__proto__":{"entry":"${ENTRY}"},"constructor":{"entry":"${ENTRY}"}}`);
    const { response } = await open(gateway());
    expect(response.status).toBe(200);
    expect(({} as Record<string, unknown>)['entry']).toBeUndefined();
  });

  test('of a foreign release are taken from an allowed origin, by the hash in the manifest alone', async () => {
    const entry = `${foreignUrl}/chat/1/remoteEntry-x.js`;
    const integrity = sha256(foreignList);
    const allowed = { remoteOrigins: [foreignUrl] };
    await compose({ chat: { entry, integrity } });
    expect((await open(gateway(allowed))).integrity).toMatchObject({
      [entry]: sha256(scripts['remoteEntry-x.js']),
    });
    expect(asked).toEqual(['/chat/1/integrity.json']);
    expect((await open(gateway())).integrity).toEqual({});
    await compose({ chat: { entry } });
    expect((await open(gateway(allowed))).integrity).toEqual({});
    // Neither of them is asked for.
    expect(asked).toHaveLength(1);
    foreignList = listOf({ 'remoteEntry-x.js': 'tampered' });
    await compose({ chat: { entry, integrity } });
    expect((await open(gateway(allowed))).integrity).toEqual({});
  });
});

describe('the environment', () => {
  test('says what may be loaded', async () => {
    const overrides = { roles: ['admin'], origins: ['http://localhost:*'] };
    const answer = gateway({
      name: 'staging',
      others: ['production'],
      remoteOrigins: ['https://cdn.example'],
      overrides,
    });
    const response = await answer(new Request('http://site.example/environment.json'));
    expect(await response.json()).toEqual({
      productName: 'Second Homie',
      environment: 'staging',
      environments: ['production'],
      remoteOrigins: ['https://cdn.example'],
      requireIntegrity: true,
      overrides,
    });
  });

  test('shows the manifests of the environments of its store and their revisions, and no other file', async () => {
    await mkdir(join(folder, 'environments/production/revisions'), { recursive: true });
    await mkdir(join(folder, 'environments/hidden'), { recursive: true });
    const manifest = (revision: number) => ({ schemaVersion: 1, revision, remotes: {} });
    const json = JSON.stringify(manifest(10));
    const change = { command: 'release', at: '2026-11-22T01:00:00Z', by: 'ada', summary: 'chat' };
    await writeFile(join(folder, 'environments/production/remotes.json'), json);
    for (const revision of [9, 10])
      await writeFile(
        join(folder, `environments/production/revisions/${revision}.json`),
        JSON.stringify({ ...manifest(revision), ...(revision === 10 && { change }) }),
      );
    await writeFile(join(folder, 'environments/hidden/remotes.json'), json);
    const answer = gateway({ others: ['production', 'staging'] });
    const get = (path: string) => answer(new Request(`http://site.example${path}`));
    const production = await get('/environments/production/remotes.json');
    expect(await production.text()).toBe(json);
    expect(production.headers.get('cache-control')).toBe('no-store');
    const revisions = await get('/environments/production/revisions.json');
    const { command, at } = change;
    expect(await revisions.json()).toEqual([
      { ...manifest(10), change: { command, at } },
      manifest(9),
    ]);
    expect((await get('/environments/staging/remotes.json')).status).toBe(204);
    const statuses = [
      '/environments/production/revisions/9.json',
      '/environments/hidden/remotes.json',
      '/environments/production/shell.json',
      '/environments/production/../../remotes.json',
      '/environments/%70roduction/remotes.json',
    ].map(async (path) => (await get(path)).status);
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([404]));
  });

  test('that is kept in a bucket is served from there, also while nobody answers', async () => {
    const bucket = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (request.url === '/public/environments/local/remotes.json')
        return response.end('{"schemaVersion":1,"revision":3,"remotes":{}}');
      response.writeHead(400).end('{"statusCode":"404","error":"not_found"}');
    }).listen(0, '127.0.0.1');
    await once(bucket, 'listening');
    const address = bucket.address();
    const port = typeof address === 'object' ? address?.port : '';
    const place = `http://127.0.0.1:${port}/public/environments`;
    let now = 0;
    const read = createReadPlace(() => now);
    const manifest = () => read(`${place}/local/remotes.json`);
    expect(JSON.parse((await manifest()) ?? '')).toMatchObject({ revision: 3 });
    await Promise.all([manifest(), manifest()]);
    expect(asked).toHaveLength(1);
    expect(await read(`${place}/other/remotes.json`)).toBeUndefined();
    const answer = createStaticGateway(
      {
        shellDir: join(folder, 'shell'),
        remotesDir: join(folder, 'remotes'),
        manifestFile: `${place}/local/remotes.json`,
        environmentsDir: place,
      },
      {},
    );
    const get = (path: string) => answer(new Request(`http://site.example${path}`));
    expect(await (await get('/remotes.json')).json()).toMatchObject({ revision: 3 });
    expect(await (await get('/environments/local/revisions.json')).json()).toEqual([]);
    bucket.close();
    bucket.closeAllConnections();
    now = 60_000;
    expect(await manifest()).toContain('"revision":3');
    await expect(read(`${place}/third/remotes.json`)).rejects.toThrow('fetch failed');
  });

  test('runs the shell that was released into it, and keeps the files of earlier ones for open pages', async () => {
    for (const [version, file] of [
      ['2.0.0-0a', 'old'],
      ['2.0.0-0b', 'new'],
    ]) {
      await mkdir(join(folder, `shells/${version}/assets`), { recursive: true });
      await writeFile(join(folder, `shells/${version}/app.html`), `<html>${file}</html>`);
      await writeFile(join(folder, `shells/${version}/assets/${file}-AbCd1234.js`), file ?? '');
    }
    const statement = join(folder, 'shell.json');
    const answer = createStaticGateway(
      {
        shellDir: join(folder, 'shell'),
        shells: { statement, folder: join(folder, 'shells') },
        remotesDir: join(folder, 'remotes'),
        manifestFile: join(folder, 'remotes.json'),
      },
      {},
    );
    const get = async (path: string) => {
      const request = new Request(`http://site.example${path}`, {
        headers: { accept: 'text/html' },
      });
      return (await answer(request)).text();
    };
    expect(await get('/app')).toContain('/main.js');
    await writeFile(statement, '{"version":"2.0.0-0b"}');
    expect(await get('/app')).toContain('new');
    expect(await get('/assets/new-AbCd1234.js')).toBe('new');
    expect(await get('/assets/old-AbCd1234.js')).toBe('old');
    for (const version of ['../shell', '3.0.0-0c']) {
      await writeFile(statement, JSON.stringify({ version }));
      expect(await get('/app')).toContain('/main.js');
    }
  });
});

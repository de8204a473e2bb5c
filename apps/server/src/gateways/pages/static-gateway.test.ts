import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ENTRY, open, StaticSite, startOther } from '../../testing/static-site.ts';
import { createTextReader } from './text-reader.ts';
import { createStaticGateway } from './static-gateway.ts';

let site: StaticSite;
beforeEach(async () => {
  site = await StaticSite.make();
});
afterEach(() => site.remove());

describe('the environment', () => {
  test('contains the loading rules', async () => {
    const overrides = { roles: ['admin'], origins: ['http://localhost:*'] };
    const answer = site.gateway({
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

  test.each([[[]], [['admin@demo.example']]])(
    'ACCT-88 with the demo accounts %j, the landing page that offers them is served or not',
    async (demo) => {
      await writeFile(join(site.folder, 'shell/demo.html'), 'with the demo accounts');
      const [shellDir, remotesDir, manifestFile] = ['shell', 'remotes', 'remotes.json'].map(
        (name) => join(site.folder, name),
      ) as [string, string, string];
      const answer = createStaticGateway({ shellDir, remotesDir, manifestFile }, { demo });
      const headers = { accept: 'text/html' };
      const text = await (await answer(new Request('http://site.example/', { headers }))).text();
      expect(text === 'with the demo accounts').toBe(demo.length > 0);
      // It is no page of its own.
      const own = await answer(new Request('http://site.example/demo.html', { headers }));
      expect(await own.text()).not.toBe('with the demo accounts');
    },
  );

  test('INSTANT-22 names the installable app after the product', async () => {
    const file = join(site.folder, 'shell/manifest.webmanifest');
    await writeFile(
      file,
      JSON.stringify({ name: 'Built', short_name: 'Built', start_url: '/app' }),
    );
    const { folder } = site;
    const answer = createStaticGateway(
      { shellDir: join(folder, 'shell'), remotesDir: folder, manifestFile: join(folder, 'none') },
      { productName: 'Care & Co' },
    );
    const response = await answer(new Request('http://site.example/manifest.webmanifest'));
    expect(response.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
    expect(await response.json()).toEqual({
      name: 'Care & Co',
      short_name: 'Care & Co',
      start_url: '/app',
    });
  });

  test('INSTANT-19 INSTANT-23 serves the worker of the shell only if browsers store the app, else one that removes it', async () => {
    const { folder } = site;
    await writeFile(join(folder, 'shell/service-worker.js'), 'the worker of the shell');
    const open = async (environment: Record<string, unknown>) => {
      const answer = createStaticGateway(
        { shellDir: join(folder, 'shell'), remotesDir: folder, manifestFile: join(folder, 'none') },
        environment,
      );
      return answer(new Request('http://site.example/service-worker.js'));
    };
    for (const [environment, isRemoving] of [
      [{ offlineStart: true }, false],
      [{ offlineStart: false }, true],
      [{}, true],
    ] as const) {
      const response = await open(environment);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(response.headers.get('content-security-policy')).toBe(
        "default-src 'none'; frame-ancestors 'none'; connect-src 'self'",
      );
      const text = await response.text();
      expect(text.includes('unregister()')).toBe(isRemoving);
      expect(text === 'the worker of the shell').toBe(!isRemoving);
    }
    // As after a rollback to a shell from before.
    await rm(join(folder, 'shell/service-worker.js'));
    expect(await (await open({ offlineStart: true })).text()).toContain('unregister()');
  });

  test('serves the manifests and revisions of the environments of its store, and no other file', async () => {
    await mkdir(join(site.folder, 'environments/production/revisions'), { recursive: true });
    await mkdir(join(site.folder, 'environments/hidden'), { recursive: true });
    const manifest = (revision: number) => ({ schemaVersion: 1, revision, remotes: {} });
    const json = JSON.stringify(manifest(10));
    const change = { command: 'release', at: '2026-11-22T01:00:00Z', by: 'ada', summary: 'chat' };
    await writeFile(join(site.folder, 'environments/production/remotes.json'), json);
    for (const revision of [9, 10])
      await writeFile(
        join(site.folder, `environments/production/revisions/${revision}.json`),
        JSON.stringify({ ...manifest(revision), shell: {}, ...(revision === 10 && { change }) }),
      );
    await writeFile(join(site.folder, 'environments/production/revisions/8.json'), '{"revi');
    await writeFile(join(site.folder, 'environments/hidden/remotes.json'), json);
    const answer = site.gateway({ others: ['production', 'staging'] });
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

  test('in a bucket is served from there, also during an outage', async () => {
    const bucket = await startOther((request, response) => {
      if (request.url === '/public/environments/local/remotes.json')
        return response.end('{"schemaVersion":1,"revision":3,"remotes":{}}');
      response.writeHead(400).end('{"statusCode":"404","error":"not_found"}');
    });
    const place = `${bucket.url}/public/environments`;
    let now = 0;
    const read = createTextReader(() => now);
    const manifest = () => read(`${place}/local/remotes.json`);
    expect(JSON.parse((await manifest()) ?? '')).toMatchObject({ revision: 3 });
    await Promise.all([manifest(), manifest()]);
    expect(bucket.requests).toHaveLength(1);
    expect(await read(`${place}/other/remotes.json`)).toBeUndefined();
    const answer = createStaticGateway(
      {
        shellDir: join(site.folder, 'shell'),
        remotesDir: join(site.folder, 'remotes'),
        manifestFile: `${place}/local/remotes.json`,
        environmentsDir: place,
      },
      {},
    );
    const get = (path: string) => answer(new Request(`http://site.example${path}`));
    expect(await (await get('/remotes.json')).json()).toMatchObject({ revision: 3 });
    expect(await (await get('/environments/local/revisions.json')).json()).toEqual([]);
    bucket.close();
    now = 60_000;
    expect(await manifest()).toContain('"revision":3');
    await expect(read(`${place}/third/remotes.json`)).rejects.toThrow('fetch failed');
  });

  test('REL-05 in a folder is the last valid one while the file is damaged or missing, and the log says so once', async () => {
    const file = join(site.folder, 'remotes.json');
    const answer = site.gateway();
    const get = async () => {
      const response = await answer(new Request('http://site.example/remotes.json'));
      return [response.status, await response.text()] as const;
    };
    await writeFile(file, '{"schemaVersion":1,');
    expect((await get())[0]).toBe(500);
    expect(site.log).toEqual([expect.stringContaining(`${file} cannot be read: `)]);
    const valid = '{"schemaVersion":1,"revision":3,"remotes":{}}';
    await writeFile(file, valid);
    expect(await get()).toEqual([200, valid]);
    for (const text of ['{"schemaVersion":1,', '[]', '']) {
      await writeFile(file, text);
      expect(await get()).toEqual([200, valid]);
      expect(await get()).toEqual([200, valid]);
    }
    await rm(file);
    expect(await get()).toEqual([200, valid]);
    expect(site.log.length).toBeLessThanOrEqual(5);
    expect(site.log.at(-1)).toBe(`${file} cannot be read: is missing; the last valid one is used`);
    await writeFile(file, valid.replace('3', '4'));
    expect(await get()).toEqual([200, valid.replace('3', '4')]);
  });

  test('REL-02 with a remote that is not valid is served, and pages get the hashes of the others', async () => {
    await site.compose({
      chat: { entry: ENTRY, fallback: 7 },
      audit: { version: '2' },
      admin: null,
    });
    const answer = site.gateway();
    const response = await answer(new Request('http://site.example/remotes.json'));
    expect(response.status).toBe(200);
    expect(Object.keys((await open(answer)).integrity)).toContain(ENTRY);
  });

  test('a file is sent in the compressed form from the build, unless it has changed since', async () => {
    const file = join(site.folder, 'shell/part-AbCd1234.js');
    const text = (number: number) => `export const text = "${'part '.repeat(400)}${number}"`;
    const compressed = brotliCompressSync(text(1), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
    });
    await writeFile(file, text(1));
    await writeFile(`${file}.br`, compressed);
    const answer = site.gateway();
    const get = async () => {
      const headers = { 'accept-encoding': 'br' };
      const request = new Request('http://site.example/part-AbCd1234.js', { headers });
      return Buffer.from(await (await answer(request)).arrayBuffer());
    };
    expect(await get()).toEqual(compressed);
    await writeFile(file, text(20));
    expect(brotliDecompressSync(await get()).toString()).toBe(text(20));
    await writeFile(file, text(300));
    await writeFile(`${file}.br`, 'not brotli');
    expect(brotliDecompressSync(await get()).toString()).toBe(text(300));
  });

  test('REL-05 serves the released shell while its record is damaged, and the files of earlier ones for open pages', async () => {
    for (const [version, file] of [
      ['2.0.0-0a', 'old'],
      ['2.0.0-0b', 'new'],
    ]) {
      await mkdir(join(site.folder, `shells/${version}/assets`), { recursive: true });
      await writeFile(join(site.folder, `shells/${version}/app.html`), `<html>${file}</html>`);
      await writeFile(
        join(site.folder, `shells/${version}/assets/${file}-AbCd1234.js`),
        file ?? '',
      );
    }
    const statement = join(site.folder, 'shell.json');
    const answer = createStaticGateway(
      {
        shellDir: join(site.folder, 'shell'),
        shells: { statement, folder: join(site.folder, 'shells') },
        remotesDir: join(site.folder, 'remotes'),
        manifestFile: join(site.folder, 'remotes.json'),
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
    for (const text of ['{"version":"../shell"}', '{"version":"2.', '']) {
      await writeFile(statement, text);
      expect(await get('/app')).toContain('new');
    }
    await writeFile(statement, '{"version":"3.0.0-0c"}');
    expect(await get('/app')).toContain('/main.js');
  });
});

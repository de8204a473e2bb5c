import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ENTRY, FOLDER, formatHashes, scripts, sha256 } from '../../testing/static-site.ts';
import { writeSite } from './write-site.ts';

const LANDING = '<html><script>land()</script>landing</html>';
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homie-site-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(file: string, text: string) {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), text);
}

test('a static host gets the same pages, headers and files as our server sends', async () => {
  const page =
    '<html><head></head><body><script type="module" src="/assets/app.js"></script></body></html>';
  await put('shells/2/app.html', page);
  await put('shells/2/index.html', LANDING);
  await put(
    'shells/2/sign-in.html',
    page.replace('<body>', '<body><script>signIn()</script><h1>{{productName}}</h1>'),
  );
  await put('shells/2/assets/app.js', 'shell');
  await put('shells/2/service-worker.js', 'worker');
  await put('shells/2/prerender.speculationrules', '{"prerender":[]}');
  await put('shells/2/manifest.webmanifest', '{"start_url":"/app"}');
  await put(`${FOLDER}/remoteEntry-x.js`, 'chat');
  const list = { ...JSON.parse(formatHashes(scripts)), preload: ['remoteEntry-x.js'] };
  await put(`${FOLDER}/integrity.json`, JSON.stringify(list));
  await put('environments/production/shell.json', '{"version":"2"}');
  const manifestFile = join(folder, 'environments/production/remotes.json');
  const manifest = JSON.stringify({
    schemaVersion: 1,
    revision: 1,
    comingSoon: [],
    remotes: { chat: { entry: ENTRY } },
  });
  await put('environments/production/remotes.json', manifest);
  const to = join(folder, 'site');
  const write = (contact?: string, offlineStart?: boolean) =>
    writeSite({
      environment: {
        remotesDir: join(folder, 'remotes'),
        manifestFile,
        shells: {
          statement: join(folder, 'environments/production/shell.json'),
          folder: join(folder, 'shells'),
        },
        rules: {
          name: 'production',
          others: [],
          remoteOrigins: ['https://cdn.example'],
          requireIntegrity: true,
          overrides: null,
        },
      },
      shellDir: join(folder, 'nowhere'),
      supabaseUrl: 'https://project.supabase.example',
      publishableKey: 'sb_publishable_x',
      productName: 'Care & "Co" <1>',
      localCopies: 'device',
      offlineStart,
      security: { contact, siteUrl: 'https://homie.example' },
      to,
    });
  expect(await write()).toBe('2');
  const read = (file: string) => readFile(join(to, file), 'utf8');
  const written = await read('app.html');
  expect(written).toMatch(
    /<script type="importmap">{"integrity":{"\/integrity-probe\.js":"sha256-/,
  );
  expect(await read('index.html')).toBe(LANDING);
  expect(await read('sign-in.html')).toContain('<h1>Care &amp; &quot;Co&quot; &lt;1></h1>');
  expect(written).not.toContain('modulepreload');
  expect(await read('chat.html')).toMatch(
    new RegExp(`<link rel="modulepreload"[^>]* href="${ENTRY}"`),
  );
  expect(await read(ENTRY)).toBe('chat');
  expect(JSON.parse(await read('remotes.json'))).toEqual(JSON.parse(manifest));
  expect(JSON.parse(await read('environment.json'))).toMatchObject({
    environment: 'production',
    supabaseUrl: 'https://project.supabase.example',
    publishableKey: 'sb_publishable_x',
    requireIntegrity: true,
    demoMode: false,
    localCopies: 'device',
    offlineStart: true,
  });
  expect(await read('service-worker.js')).toBe('worker');
  expect(JSON.parse(await read('manifest.webmanifest'))).toMatchObject({
    name: 'Care & "Co" <1>',
    start_url: '/app',
  });
  const headers = await read('_headers');
  expect(headers).toMatch(
    /script-src ('sha256-[\w+/]{43}=' ){2}'self' https:\/\/cdn\.example 'sha256-/,
  );
  // All pages may have this policy, with the scripts of each.
  const [ofAll, ofLanding] = [...headers.matchAll(/script-src ([^;]*)/g)].map(([, list]) => list);
  for (const script of ['land()', 'signIn()']) expect(ofAll).toContain(sha256(script));
  expect(ofLanding).toBe(`'self' '${sha256('land()')}'`);
  expect(headers).toContain("connect-src https://project.supabase.example 'self'");
  expect(headers).toContain('x-frame-options: DENY');
  expect(headers).toMatch(/^\/\n.*\n  speculation-rules: "\/prerender\.speculationrules"$/m);
  expect(headers).toMatch(
    /^\/prerender\.speculationrules\n.*\n  content-type: application\/speculationrules\+json$/m,
  );
  // A second run has the same result, and retains files that open pages still load.
  await put('site/assets/older.js', 'older');
  await write();
  expect(await read('app.html')).toBe(written);
  expect(await read('assets/older.js')).toBe('older');
  // With a contact it writes a security.txt; without one it removes the file.
  await write('help@homie.example');
  expect(await read('.well-known/security.txt')).toContain('Contact: mailto:help@homie.example\n');
  expect((await read('_redirects')).trim().split('\n').slice(2)).toEqual([
    '/.well-known/* /.well-known/:splat 200',
    '/auth/sign-in /sign-in.html 200',
    '/app /chat.html 200',
    '/* /app.html 200',
  ]);
  // Switched off, the site removes the worker from browsers.
  await write(undefined, false);
  expect(await read('service-worker.js')).toContain('unregister()');
  await expect(read('.well-known/security.txt')).rejects.toThrow('ENOENT');
});

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  ENTRY,
  FOLDER,
  PAGE,
  StaticSite,
  formatHashes,
  open,
  scripts,
  sha256,
} from '../../testing/static-site.ts';

let site: StaticSite;
beforeEach(async () => {
  site = await StaticSite.make();
});
afterEach(() => site.remove());

describe('the page', () => {
  test('contains the hashes of every script of every release that the manifest names, before any module', async () => {
    const others = { old: 'remotes/chat/1.0.0-0a', early: 'remotes/chat/3.0.0-0b' };
    for (const place of Object.values(others))
      await site.release(place, formatHashes({ 'e.js': place }));
    await site.compose({
      chat: {
        entry: ENTRY,
        fallback: { entry: `/${others.old}/e.js` },
        rollouts: [{ release: { entry: `/${others.early}/e.js` }, audience: { percent: 5 } }],
      },
    });
    const { html, integrity } = await open(site.gateway());
    expect(integrity).toEqual({
      [ENTRY]: sha256(scripts['remoteEntry-x.js']),
      [`${FOLDER}/assets/part-y.js`]: sha256(scripts['assets/part-y.js']),
      [`/${others.old}/e.js`]: sha256(others.old),
      [`/${others.early}/e.js`]: sha256(others.early),
    });
    expect(html.indexOf('type="importmap"')).toBeLessThan(html.indexOf('type="module"'));
  });

  test('names its preview image by the public address, for programs that resolve no relative one', async () => {
    const preview = '<meta property="og:image" content="/assets/icon-512-1a.png" />';
    await writeFile(
      join(site.folder, 'shell/app.html'),
      PAGE.replace('</head>', `${preview}</head>`),
    );
    await site.compose({});
    const { html } = await open(site.gateway({}, undefined, 'https://homie.example/'));
    expect(html).toContain('content="https://homie.example/assets/icon-512-1a.png"');
    // A host that only serves files does not know its address.
    expect((await open(site.gateway())).html).toContain(preview);
  });

  test('preloads the scripts of a screen of the shell, and works without a list of them', async () => {
    const links = async (path: string) =>
      [
        ...(await open(site.gateway(), path)).html.matchAll(/modulepreload"[^>]*href="([^"]*)"/g),
      ].map(([, address]) => address);
    expect(await links('/auth/sign-in')).toEqual([]);
    await writeFile(
      join(site.folder, 'shell/screens.json'),
      '{"/auth/":["assets/auth-screens-x.js"]}',
    );
    expect(await links('/auth/sign-in')).toEqual(['/assets/auth-screens-x.js']);
    expect(await links('/about')).toEqual([]);
  });

  test('preloads the scripts of the remote of its address, unless some users get another version', async () => {
    const list = JSON.parse(formatHashes(scripts));
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
    await site.release(FOLDER, JSON.stringify({ ...list, preload: preload.slice(0, 3) }));
    await site.release('remotes/admin/1.0.0-0c', JSON.stringify({ ...list, preload }));
    const release2 = { entry: '/remotes/chat/1.0.0-0a/e.js' };
    await site.compose({
      chat: { entry: ENTRY },
      admin: { entry: '/remotes/admin/1.0.0-0c/remoteEntry-x.js' },
    });
    const answer = site.gateway();
    const { html, integrity } = await open(answer);
    expect(links(html)).toEqual(integrity);
    // A list that names files outside its release is invalid.
    expect(links((await open(answer, '/admin/users')).html)).toEqual({});
    expect(links((await open(answer, '/auth/sign-in')).html)).toEqual({});
    await site.compose({
      chat: { entry: ENTRY, rollouts: [{ release: release2, audience: { percent: 5 } }] },
    });
    expect(links((await open(answer)).html)).toEqual({});
  });

  test('contains the screen of its address that the remote has prerendered, and allows its script', async () => {
    const screen = {
      html: '<div id="prerendered-screen">$&</div>',
      script: 'start()',
      headScript: 'read()',
    };
    const file = JSON.stringify({ '/app?conversation=': screen });
    const list = JSON.parse(formatHashes(scripts));
    const release = async (prerendered: string) => {
      await site.release(FOLDER, JSON.stringify({ ...list, prerendered }));
      await site.compose({ chat: { entry: ENTRY } });
      return site.gateway();
    };
    await writeFile(join(site.folder, FOLDER, 'prerendered.json'), file);
    await writeFile(join(site.folder, 'shell/app.html'), `${PAGE}<div id="root"></div>`);

    const answer = await release(sha256(file));
    const { html, scriptSources } = await open(answer, '/app?conversation=1');
    expect(html).toContain(`${screen.html}<script>start()</script>`);
    expect(html.indexOf(screen.html)).toBeLessThan(html.indexOf('id="root"'));
    // Before everything that a script waits for, with what it may read.
    expect(html.indexOf('<script data-copies="memory">read()</script>')).toBe(
      html.indexOf('<script'),
    );
    expect(scriptSources).toContain(`'${sha256('start()')}'`);
    expect(scriptSources).toContain(`'${sha256('read()')}'`);
    const { html: other, scriptSources: others } = await open(answer, '/app');
    expect(other).not.toContain('prerendered-screen');
    expect(others).not.toContain(`'${sha256('start()')}'`);
    expect(other).not.toContain('read()');

    const { html: withoutScreen, integrity } = await open(
      await release(sha256('another file')),
      '/app?conversation=1',
    );
    expect(withoutScreen).not.toContain('prerendered-screen');
    expect(integrity).toHaveProperty([ENTRY]);
    expect(site.log).toEqual([`${ENTRY}: prerendered.json is not the released one`]);
  });

  test('allows its own scripts and the import map by its hash, and no others', async () => {
    await site.compose({ chat: { entry: ENTRY } });
    const answer = site.gateway({
      remoteOrigins: ['https://cdn.example'],
      overrides: { roles: ['admin'], origins: ['http://localhost:*'] },
    });
    const { scriptSources, text, response } = await open(answer);
    expect(scriptSources).toEqual([
      "'self'",
      'https://cdn.example',
      'http://localhost:*',
      `'${sha256(text)}'`,
    ]);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('etag')).toBeNull();
  });

  test('INSTANT-58 allows the inline scripts of the shell, as they are on the page', async () => {
    await site.compose({ chat: { entry: ENTRY } });
    const theme = 'const dark = "</style>";\nif (1 < 2) document.title = "$&";';
    await writeFile(join(site.folder, 'shell/app.html'), `<script>${theme}</script>${PAGE}`);
    const { scriptSources, html } = await open(site.gateway());
    expect(html).toContain(`<script>${theme}</script>`);
    expect(scriptSources).toContain(`'${sha256(theme)}'`);
  });

  test('the landing page allows no foreign scripts and has an ETag', async () => {
    const { response, scriptSources } = await open(
      site.gateway({ remoteOrigins: ['https://cdn.example'] }),
      '/',
    );
    expect(scriptSources).toEqual(["'self'"]);
    expect(response.headers.get('etag')).not.toBeNull();
  });

  test('INSTANT-33 the landing page names the rules for prerendering, if its shell has any', async () => {
    const rules = async () =>
      (await open(site.gateway(), '/')).response.headers.get('speculation-rules');
    expect(await rules()).toBeNull();
    await writeFile(join(site.folder, 'shell/prerender.speculationrules'), '{}');
    expect(await rules()).toBe('"/prerender.speculationrules"');
  });

  test('is served without a manifest, and with the last good hashes if one is missing or invalid', async () => {
    const answer = site.gateway();
    const none = await open(answer);
    expect([none.response.status, none.integrity]).toEqual([200, {}]);
    await site.compose({ chat: { entry: ENTRY } });
    const { integrity: good } = await open(answer);
    expect(Object.keys(good)).toContain(ENTRY);
    for (const broken of ['no manifest', '{"remotes":[]}', `{"remotes":{"chat":{"entry":7}}}`]) {
      await writeFile(join(site.folder, 'remotes.json'), broken);
      expect((await open(answer)).integrity).toEqual(good);
    }
    await writeFile(join(site.folder, 'remotes.json'), ' '.repeat(1_000_001));
    expect((await open(answer)).integrity).toEqual(good);
    await rm(join(site.folder, 'remotes.json'));
    expect((await open(answer)).integrity).toEqual(good);
  });
});

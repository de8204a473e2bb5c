import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  ENTRY,
  FOLDER,
  StaticSite,
  formatHashes,
  open,
  scripts,
  sha256,
  startOther,
} from '../../testing/static-site.ts';

let site: StaticSite;
beforeEach(async () => {
  site = await StaticSite.make();
});
afterEach(() => site.remove());

describe('hashes', () => {
  test.each([
    ['that another list was released with', formatHashes(scripts), sha256('another list')],
    ['of a file outside the release', formatHashes({ '../../admin/1/e.js': '' }), undefined],
    ['of an absolute address', formatHashes({ 'https://evil.example/e.js': '' }), undefined],
    [
      'of a file by another way',
      formatHashes({ 'assets/../../e.js': '', './e.js': '' }),
      undefined,
    ],
    ['that are none', '{"schemaVersion":1,"files":{"e.js":"sha256-x"}}', undefined],
    ['that end the element', formatHashes({ '</script><script>alert(1)//.js': '' }), undefined],
    ['that are no JSON', '<html>', undefined],
    ['without end', ' '.repeat(300_000), undefined],
  ])('%s are rejected and logged', async (_what, list, integrity) => {
    await site.release(FOLDER, list);
    await site.compose({ chat: { entry: ENTRY, ...(integrity && { integrity }) } });
    const { integrity: known, html } = await open(site.gateway());
    expect(known).toEqual({});
    expect(html).not.toContain('alert(1)');
    expect(site.log).toEqual([expect.stringContaining(`${ENTRY}: no hashes`)]);
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
    await site.release('secret', formatHashes({ 'e.js': 'secret' }));
    await site.compose({ chat: { entry } });
    expect((await open(site.gateway())).integrity).toEqual({});
  });

  test('of a remote with the name of an object property are served like others', async () => {
    await site.compose(`{"__proto__":{"entry":"${ENTRY}"},"constructor":{"entry":"${ENTRY}"}}`);
    const { response } = await open(site.gateway());
    expect(response.status).toBe(200);
    expect(({} as Record<string, unknown>)['entry']).toBeUndefined();
  });

  test('of a foreign release are taken from an allowed origin, and only with the hash in the manifest', async () => {
    let list = formatHashes(scripts);
    const { url, requests, close } = await startOther((_, response) => response.end(list));
    onTestFinished(close);
    const entry = `${url}/chat/1/remoteEntry-x.js`;
    const integrity = sha256(list);
    const allowed = { remoteOrigins: [url] };
    await site.compose({ chat: { entry, integrity } });
    expect((await open(site.gateway(allowed))).integrity).toMatchObject({
      [entry]: sha256(scripts['remoteEntry-x.js']),
    });
    expect(requests).toEqual(['/chat/1/integrity.json']);
    expect((await open(site.gateway())).integrity).toEqual({});
    await site.compose({ chat: { entry } });
    expect((await open(site.gateway(allowed))).integrity).toEqual({});
    // Neither of the two is requested.
    expect(requests).toHaveLength(1);
    list = formatHashes({ 'remoteEntry-x.js': 'tampered' });
    await site.compose({ chat: { entry, integrity } });
    expect((await open(site.gateway(allowed))).integrity).toEqual({});
  });
});

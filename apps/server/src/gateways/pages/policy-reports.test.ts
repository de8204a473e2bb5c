import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { StaticSite } from '../../testing/static-site.ts';
import type { CountViolations } from './static-gateway.ts';

const SITE = 'http://site.example';
const report = (sourceFile?: string | null, type = 'csp-violation') => ({
  type,
  body: { sourceFile, documentURL: `${SITE}/app?token=secret` },
});

describe('policy reports', () => {
  let site: StaticSite;
  const count = vi.fn<CountViolations>(async () => {});
  let answer: ReturnType<StaticSite['gateway']>;
  beforeAll(async () => {
    site = await StaticSite.make();
    await site.compose({
      chat: { entry: '/remotes/chat/1.2.3-ab/remoteEntry.js' },
      notes: { entry: 'https://cdn.example/notes/2.0.0/remoteEntry.js' },
    });
    answer = site.gateway({ name: 'staging' }, count);
    await answer(new Request(`${SITE}/app`, { headers: { accept: 'text/html' } }));
  });
  afterAll(() => site.remove());

  const send = (body: unknown) => {
    count.mockClear();
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return answer(new Request(`${SITE}/csp-reports`, { method: 'POST', body: text }));
  };

  test('every page names the endpoint', async () => {
    for (const path of ['/', '/app']) {
      const { headers } = await answer(
        new Request(SITE + path, { headers: { accept: 'text/html' } }),
      );
      expect(headers.get('reporting-endpoints')).toBe('csp="/csp-reports"');
      expect(headers.get('content-security-policy')).toMatch(
        /; report-uri \/csp-reports; report-to csp$/,
      );
    }
  });

  test('a static host has no endpoint', async () => {
    const { headers } = await site.gateway()(
      new Request(`${SITE}/app`, { headers: { accept: 'text/html' } }),
    );
    expect(headers.get('reporting-endpoints')).toBeNull();
    expect(headers.get('content-security-policy')).not.toContain('report');
    const refused = await site.gateway()(
      new Request(`${SITE}/csp-reports`, { method: 'POST', body: '[]' }),
    );
    expect(refused.status).toBe(405);
  });

  test.each([
    ['of a remote', `${SITE}/remotes/chat/1.2.3-ab/assets/a.js`, 'chat', '1.2.3-ab'],
    ['of a remote elsewhere', 'https://cdn.example/notes/2.0.0/b.js', 'notes', '2.0.0'],
    ['of the shell', `${SITE}/assets/shell-AbCd1234.js`, 'shell', 'local'],
    ['of the page itself', null, 'shell', 'local'],
    ['of a release that is not served', `${SITE}/remotes/chat/9.9.9/a.js`, 'shell', 'local'],
  ])('a script %s is counted for its release', async (_what, source, remote, version) => {
    for (const body of [
      [report(source)],
      { 'csp-report': { 'source-file': source, 'document-uri': SITE } },
    ]) {
      expect((await send(body)).status).toBe(204);
      expect(count).toHaveBeenCalledExactlyOnceWith('staging', [{ remote, version }]);
    }
  });

  test('reports of extensions and of other types are ignored', async () => {
    const body = [report('chrome-extension'), report(undefined, 'deprecation')];
    expect((await send(body)).status).toBe(204);
    expect(count).not.toHaveBeenCalled();
  });

  test.each(['', '{', '7', '{"a":1}', '[{"type":1}]', '[null]'])(
    'the body %j is refused',
    async (body) => {
      expect((await send(body)).status).toBe(400);
      expect(count).not.toHaveBeenCalled();
    },
  );
});

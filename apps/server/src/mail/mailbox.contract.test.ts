import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, startTestServer, type TestServer } from '../testing/index.ts';
import { scratchSchema } from '../testing/scratch-schema.ts';
import { sendAsIs } from '../testing/send-as-is.ts';

describe('gateway', () => {
  describe('mailbox', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startTestServer(scratchSchema);
    });
    afterAll(() => server.stop());

    test('shows the mails of this computer, with everything escaped', async () => {
      await server.call('/auth/v1/signup', {
        method: 'POST',
        body: JSON.stringify({ email: `a&'b@example.test`, password: 'secret-1' }),
      });
      await server.call('/auth/v1/signup', {
        method: 'POST',
        body: JSON.stringify({ email: 'a&b@example.test', password: 'secret-1' }),
      });
      const response = await fetch(`${server.url}/_mailbox`);
      const page = await response.text();
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(page).toContain('a&amp;b@example.test');
      const link = await server.lastMailLink('a&b@example.test');
      expect(page).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
      expect(page).toContain('Emails this server would have sent.');
      expect(page).toContain('>Confirm my email</a>');
      // Escaped quotes in its styles would make the page use the browser's serif font.
      expect(page).toContain("font: 16px/1.5 'Atkinson Hyperlegible Next Variable'");
      const json = await (await fetch(`${server.url}/_mailbox.json`)).json();
      const list = json as { to: string; text: string }[];
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
    ])('is 404 through a proxy or under another host name: %o', async (headers) => {
      for (const path of ['/_mailbox', '/_mailbox.json']) {
        const { status } = await sendAsIs(server.url, { path, headers });
        expect(status).toBe(404);
      }
    });
  });

  test.each([
    [{}, 404],
    [{ mailbox: true }, 200],
  ])('a site with a public address shows no mails by default: %o', async (asked, status) => {
    // A client of a proxy on this computer looks like a local visitor.
    const port = await freePort();
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
});

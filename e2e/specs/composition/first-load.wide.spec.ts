import { gzipSync } from 'node:zlib';
import type { Locator, Page, Response } from '@playwright/test';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { expect, test } from '../../fixtures/test.ts';
import { ChatPage } from '../../pages/chat-page.ts';

const kilobyte = 1000;

/**
 * Returns the gzipped size in bytes of all JavaScript that an address loads until its screen is visible and the network
 * is idle. Counts each file once: code that is imported on demand is fetched, then imported from the browser's cache.
 * @param screen visible once the screen is complete: on a busy computer the network can be idle before that
 * @param part substring of the addresses of the scripts to count
 */
async function scriptBytes(
  page: Page,
  address: string,
  screen: Locator,
  part = '/',
): Promise<number> {
  const bodies = new Map<string, Promise<Buffer>>();
  const count = (response: Response) => {
    const type = response.headers()['content-type'] ?? '';
    if (type.includes('javascript') && response.url().includes(part))
      bodies.set(response.url(), response.body());
  };
  page.on('response', count);
  // Changes arrive in one endless response, during which the network is never idle.
  await page.route('**/functions/v1/conversations', (route) =>
    route.request().postData()?.includes('/conversations/changes')
      ? route.fulfill({ status: 404 })
      : route.fallback(),
  );
  await page.goto(address);
  await expect(screen).toBeVisible();
  await page.waitForLoadState('networkidle');
  page.off('response', count);
  const sizes = (await Promise.all(bodies.values())).map(
    (body) => gzipSync(body, { level: 9 }).length,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

test.describe('first load', () => {
  test('the landing page loads at most 200 KB of JavaScript', async ({ page }) => {
    const signUp = page.getByRole('link', { name: 'Sign up' });
    expect(await scriptBytes(page, '/', signUp)).toBeLessThanOrEqual(200 * kilobyte);
  });

  test('the chat screen loads at most 260 KB of JavaScript', async ({ page, signIn }) => {
    await signIn(page, 'worker');
    const heading = page.getByRole('heading', { name: 'Conversations' });
    const bytes = await scriptBytes(page, '/app', heading);
    test.info().annotations.push({ type: 'bytes', description: String(bytes) });
    expect(bytes).toBeLessThanOrEqual(260 * kilobyte);
  });

  for (const [path, ready, most] of [
    ['/app?conversation=', '#root textarea:enabled', { scripts: 6, kilobytes: 235 }],
    [
      '/auth/sign-in',
      'html:not([data-prerendered]) input[inputmode=email]',
      { scripts: 5, kilobytes: 190 },
    ],
  ] as const) {
    test(`the page ${path} needs only the scripts that it names until the user can type: at most ${most.scripts} of ${most.kilobytes} KB`, async ({
      page,
      openConversation,
      context,
    }) => {
      const { conversation } = await openConversation('First load');
      const isSignIn = path === '/auth/sign-in';
      if (isSignIn) await page.evaluate(() => localStorage.clear());
      const address = isSignIn ? path : path + conversation.id;
      const html = await (await context.request.get(address)).text();
      const named = new Set(
        [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, script]) => script),
      );
      const scripts = await Promise.all(
        [...named].map(async (script) => (await context.request.get(String(script))).text()),
      );
      for (const script of scripts.filter(({ length }) => length > 24 * kilobyte))
        expect(script).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
      const first = await context.newPage();
      // No other script is needed, such as those that render replies and renew the session.
      await holdRequests(first, (url) => url.pathname.endsWith('.js') && !named.has(url.pathname));
      const sizes: Promise<number>[] = [];
      first.on('requestfinished', (request) => {
        if (request.resourceType() === 'script')
          sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
      });
      await first.goto(address, { waitUntil: 'commit' });
      await expect(first.locator(ready)).toBeVisible();
      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      test.info().annotations.push({ type: 'bytes', description: String(bytes) });
      expect(sizes.length).toBe(most.scripts);
      expect(bytes).toBeLessThanOrEqual(most.kilobytes * kilobyte);
    });
  }

  test('INSTANT-41 INSTANT-42 INSTANT-62 the first render is in slices, then the first messages are, between which the page responds, and then the list is rendered', async ({
    context,
    openLongConversation,
  }) => {
    const { conversation } = await openLongConversation('First load', 8);
    const first = await context.newPage();
    await first.addInitScript(() => {
      const seen = { untilComposer: 0, untilMessages: 0, listWaits: false };
      Object.assign(window, { seen });
      // React continues an interrupted render with a message.
      const post = Reflect.get(MessagePort.prototype, 'postMessage');
      MessagePort.prototype.postMessage = function (...message: unknown[]) {
        const hasComposer = document.querySelector('#root [data-composer]') !== null;
        const hasMessages = document.querySelector('#root article') !== null;
        if (document.querySelector('#root > .starting') && !hasComposer) seen.untilComposer += 1;
        if (hasComposer && !hasMessages) seen.untilMessages += 1;
        return Reflect.apply(post, this, message);
      };
      new MutationObserver((_, observer) => {
        if (!document.querySelector('#root article')) return;
        observer.disconnect();
        seen.listWaits = document.body.textContent.includes('Loading conversations');
      }).observe(document, { childList: true, subtree: true });
    });
    const devtools = await context.newCDPSession(first);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await first.goto(`/app?conversation=${conversation.id}`, { waitUntil: 'commit' });
    await expect(new ChatPage(first).row('First load')).toBeVisible();
    const seen = await first.evaluate(() => Reflect.get(window, 'seen'));
    expect(seen.untilComposer).toBeGreaterThan(5);
    expect(seen.untilMessages).toBeGreaterThan(5);
    expect(seen.listWaits).toBe(true);
  });

  test('requests the data of the page before the app has loaded, and once, with a valid session, or with an expired one after its renewal', async ({
    context,
    openConversation,
  }) => {
    const { conversation } = await openConversation('First load');
    for (const isExpired of [false, true]) {
      const first = await context.newPage();
      if (isExpired) {
        await first.addInitScript((key) => {
          const session = JSON.parse(localStorage.getItem(key) ?? '');
          // The token is not sent, because the server would accept it.
          const expired = { ...session, access_token: 'expired', expires_at: 1 };
          if (!sessionStorage.getItem('expired'))
            localStorage.setItem(key, JSON.stringify(expired));
          sessionStorage.setItem('expired', 'once');
        }, 'sb-homie-auth-token');
      }
      const sent: string[] = [];
      first.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (/^\/(functions|rest|auth)\//.test(pathname))
          sent.push(`${pathname} ${request.postData()}`);
      });
      const app = await holdRequests(first, /\/assets\/[^/]+\.js$/);
      await first.goto(`/app?conversation=${conversation.id}`, { waitUntil: 'commit' });
      const data = [
        /is_admin/,
        /pageSize/,
        /\/messages\?/,
        new RegExp(`${conversation.id}"`),
        /\/auth\/v1\/token/,
      ];
      const countData = () =>
        data.map((part) => sent.filter((request) => part.test(request)).length);
      const once = [1, 1, 1, 1, isExpired ? 1 : 0];
      await expect.poll(countData).toEqual(once);
      app.release();
      await expect(first.getByRole('textbox', { name: /^Message / })).toBeVisible();
      await expect(first.getByRole('link', { name: /First load/ })).toBeVisible();
      expect(countData()).toEqual(once);
      await first.close();
    }
  });

  test('each screen of the administration loads at most 68 KB of JavaScript of its remote', async ({
    page,
    signIn,
  }) => {
    await signIn(page, 'admin');
    for (const [path, table, remote] of [
      ['/admin/assistants', 'Assistants', 'admin'],
      ['/admin/participants', 'Participants', 'admin'],
      ['/admin/users', 'Users', 'admin'],
      ['/admin/audit', 'Audit logs', 'audit'],
    ] as const)
      await test.step(path, async () => {
        const screen = page.getByRole('table', { name: table });
        const bytes = await scriptBytes(page, path, screen, `/remotes/${remote}/`);
        test.info().annotations.push({ type: 'bytes', description: String(bytes) });
        expect(bytes).toBeGreaterThan(kilobyte);
        expect(bytes).toBeLessThanOrEqual(68 * kilobyte);
      });
  });
});

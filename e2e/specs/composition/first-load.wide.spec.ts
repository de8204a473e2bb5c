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

  for (const [what, start, end] of [
    ['INSTANT-41 the first render is', '#root > .starting', '#root [data-composer]'],
    ['INSTANT-62 the first messages are rendered', '#root [data-composer]', '#root article'],
  ] as const)
    test(`${what} in slices, between which the page responds`, async ({
      context,
      openLongConversation,
    }) => {
      const { conversation } = await openLongConversation('First load', 8);
      const first = await context.newPage();
      // React continues an interrupted render with a message.
      await first.addInitScript(
        ([from, to]) => {
          const slices = { count: 0 };
          Object.assign(window, { slices });
          const post = Reflect.get(MessagePort.prototype, 'postMessage');
          MessagePort.prototype.postMessage = function (...message: unknown[]) {
            if (document.querySelector(from) && !document.querySelector(to)) slices.count += 1;
            return Reflect.apply(post, this, message);
          };
        },
        [start, end] as const,
      );
      const devtools = await context.newCDPSession(first);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await first.goto(`/app?conversation=${conversation.id}`, { waitUntil: 'commit' });
      await expect(first.locator(end).last()).toBeVisible();
      const { count } = await first.evaluate(() => Reflect.get(window, 'slices'));
      expect(count).toBeGreaterThan(5);
    });

  test('INSTANT-42 the list is rendered after the messages, if both have arrived before', async ({
    context,
    openLongConversation,
  }) => {
    const { conversation } = await openLongConversation('First load', 8);
    const first = await context.newPage();
    await first.addInitScript(() => {
      const seen = { listWaits: false };
      Object.assign(window, { seen });
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
    expect(await first.evaluate(() => Reflect.get(window, 'seen'))).toEqual({ listWaits: true });
  });

  for (const isExpired of [false, true]) {
    const when = isExpired ? 'an expired session, after its renewal' : 'a valid session';
    test(`requests the data of the page before the app has loaded, and once, with ${when}`, async ({
      context,
      openConversation,
    }) => {
      const { conversation } = await openConversation('First load');
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
    });
  }

  for (const [path, table, remote] of [
    ['/admin/assistants', 'Assistants', 'admin'],
    ['/admin/participants', 'Participants', 'admin'],
    ['/admin/users', 'Users', 'admin'],
    ['/admin/audit', 'Audit logs', 'audit'],
  ] as const) {
    test(`${remote} loads at most 68 KB of its own JavaScript for ${path}`, async ({
      page,
      signIn,
    }) => {
      await signIn(page, 'admin');
      const screen = page.getByRole('table', { name: table });
      const bytes = await scriptBytes(page, path, screen, `/remotes/${remote}/`);
      test.info().annotations.push({ type: 'bytes', description: String(bytes) });
      expect(bytes).toBeGreaterThan(kilobyte);
      expect(bytes).toBeLessThanOrEqual(68 * kilobyte);
    });
  }
});

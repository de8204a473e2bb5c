import { gzipSync } from 'node:zlib';
import type { Locator, Page, Response } from '@playwright/test';
import { expect, test } from '../../fixtures/test.ts';

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

  test('the chat screen loads at most 250 KB of JavaScript', async ({ page, signIn }) => {
    await signIn(page, 'worker');
    const heading = page.getByRole('heading', { name: 'Conversations' });
    const bytes = await scriptBytes(page, '/app', heading);
    test.info().annotations.push({ type: 'bytes', description: String(bytes) });
    expect(bytes).toBeLessThanOrEqual(250 * kilobyte);
  });

  for (const [path, ready] of [
    ['/app?conversation=', 'textarea'],
    ['/auth/sign-in', 'html:not([data-prerendered]) input[inputmode=email]'],
  ] as const) {
    test(`the page ${path} preloads every script that it needs before the user can type`, async ({
      page,
      openConversation,
      context,
    }) => {
      const { conversation } = await openConversation('First load');
      if (!path.startsWith('/app')) await page.evaluate(() => localStorage.clear());
      const first = await context.newPage();
      await first.addInitScript((selector) => {
        new MutationObserver(() => {
          if (!document.querySelector(selector)) return;
          if (performance.getEntriesByName('ready').length === 0) performance.mark('ready');
        }).observe(document, { childList: true, subtree: true });
      }, ready);
      await first.goto(path.startsWith('/app') ? path + conversation.id : path);
      await expect(first.locator(ready)).toBeVisible();
      const { named, requested } = await first.evaluate(() => {
        const elements = document.querySelectorAll('script[src], link[rel=modulepreload]');
        const [mark] = performance.getEntriesByName('ready');
        return {
          named: [...elements].map((element) =>
            String(element.getAttribute('src') ?? element.getAttribute('href')),
          ),
          requested: performance
            .getEntriesByType('resource')
            .filter(
              ({ name, startTime }) => name.endsWith('.js') && startTime < (mark?.startTime ?? 0),
            )
            .map(({ name }) => new URL(name).pathname),
        };
      });
      // The scripts that render replies and refresh sessions load concurrently: typing does not wait for them.
      const late = requested.filter((address) => !/\/(markdown|module)-/.test(address));
      expect(late.filter((address) => !named.includes(address))).toEqual([]);
      expect(named.length).toBeGreaterThan(8);
    });
  }

  for (const [path, table, remote] of [
    ['/admin/assistants', 'Assistants', 'admin'],
    ['/admin/participants', 'Participants', 'admin'],
    ['/admin/users', 'Users', 'admin'],
    ['/admin/audit', 'Audit logs', 'audit'],
  ] as const) {
    test(`${remote} loads at most 60 KB of its own JavaScript for ${path}`, async ({
      page,
      signIn,
    }) => {
      await signIn(page, 'admin');
      const screen = page.getByRole('table', { name: table });
      const bytes = await scriptBytes(page, path, screen, `/remotes/${remote}/`);
      test.info().annotations.push({ type: 'bytes', description: String(bytes) });
      expect(bytes).toBeGreaterThan(kilobyte);
      expect(bytes).toBeLessThanOrEqual(60 * kilobyte);
    });
  }
});

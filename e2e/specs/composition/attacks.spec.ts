import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/composition.ts';
import { RemoteArea } from '../../pages/remote-area.ts';

declare global {
  /** Violations of the content security policy in this document. */
  var violations: number;
}

const EVIL = 'https://evil.example';

/** Intercepts requests to the attacker's origin, and detects whether any code from there has run. */
async function watch(page: Page): Promise<{ requests: string[]; ran: () => Promise<boolean> }> {
  const requests: string[] = [];
  await page.route(`${EVIL}/**`, (route) => {
    requests.push(route.request().url());
    return route.fulfill({
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
      body: 'globalThis.attacked = true; export const init = () => {}, get = () => {};',
    });
  });
  return { requests, ran: () => page.evaluate(() => 'attacked' in globalThis) };
}

test.beforeEach(async ({ composition, page, signIn }) => {
  await composition.compose();
  await signIn(page, 'admin');
});

test('a malicious manifest makes the page request and run nothing from other origins', async ({
  composition,
  page,
}) => {
  const area = new RemoteArea(page);
  const { requests, ran } = await watch(page);
  const { admin } = composition.remotes;
  const chat = { ...composition.remotes.chat, entry: `${EVIL}/remoteEntry.js` };
  const inCode = 'data:text/javascript,globalThis.attacked=true';
  const manifests: Record<string, string> = {
    'an evil origin': JSON.stringify({ chat, admin }),
    'an evil fallback': JSON.stringify({
      chat: { ...chat, requires: { '@homie/ui': '^99.0.0' }, fallback: chat },
      admin,
    }),
    'code as an address': JSON.stringify({ chat: { ...chat, entry: inCode }, admin }),
    'an address with a backslash': JSON.stringify({
      chat: { ...chat, entry: '/\\evil.example/e.js' },
      admin,
    }),
    'an address that climbs': JSON.stringify({
      chat: { ...chat, entry: '/remotes/chat/../../rest/v1/e.js' },
      admin,
    }),
    'an address with a password': JSON.stringify({
      chat: { ...chat, entry: admin.entry.replace('://', '://user:password@') },
      admin,
    }),
    'a part of every object': `{"__proto__":${JSON.stringify(chat)},"constructor":${JSON.stringify(chat)}}`,
  };
  for (const [what, remotes] of Object.entries(manifests)) {
    await test.step(what, async () => {
      const body = `{"schemaVersion":1,"revision":2,"remotes":${remotes}}`;
      await page.route('**/remotes.json', (route) =>
        route.fulfill({ contentType: 'application/json', body }),
      );
      await page.evaluate(() => localStorage.removeItem('homie-remotes'));
      await page.goto('/app');
      await expect(area.panel('The chat')).toBeVisible();
      await expect(area.retry).toBeVisible();
      await page.unroute('**/remotes.json');
    });
  }
  expect(requests).toEqual([]);
  expect(await ran()).toBe(false);
});

test('scripts injected into the page do not run', async ({ browser, composition }) => {
  // A separate page, because this test expects violations of the policy.
  const page = await browser.newPage({ baseURL: composition.server.url });
  const { requests, ran } = await watch(page);
  const injected =
    '<script>globalThis.attacked = true</script>' +
    `<script src="${EVIL}/injected.js"></script>` +
    `<script type="importmap">{"imports":{"/":"${EVIL}/"}}</script>` +
    '<img src="x" onerror="globalThis.attacked = true">';
  await page.route('**/auth/sign-in', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.replace('<head>', `<head>${injected}`) });
  });
  await page.addInitScript(() => {
    Object.assign(globalThis, { violations: 0 });
    addEventListener('securitypolicyviolation', () => (globalThis.violations += 1));
  });
  await page.goto('/auth/sign-in');
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible();
  const outcome = await page.evaluate((evil) => {
    return import(`${evil}/imported.js`).then(
      () => 'imported',
      () => 'refused',
    );
  }, EVIL);
  expect(outcome).toBe('refused');
  expect(await ran()).toBe(false);
  expect(requests).toEqual([]);
  expect(await page.evaluate(() => globalThis.violations)).toBeGreaterThanOrEqual(4);
  await page.close();
});

test('text becomes markup or script nowhere in the page', async ({ browser, composition }) => {
  // A separate page, because this test expects violations of the policy.
  const page = await browser.newPage({ baseURL: composition.server.url });
  await page.goto('/auth/sign-in');
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible();
  const outcomes = await page.evaluate(() => {
    const attempt = (work: () => void) => {
      try {
        work();
        return 'done';
      } catch (error) {
        return error instanceof Error ? error.name : 'thrown';
      }
    };
    const script = document.createElement('script');
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy: (name: string, rules: object) => unknown };
    };
    return {
      markup: attempt(() => (document.body.innerHTML = '<b>')),
      source: attempt(() => (script.src = '/assets/any.js')),
      script: attempt(() => (script.text = 'globalThis.attacked = true')),
      policy: attempt(() => trustedTypes.createPolicy('another', {})),
    };
  });
  expect(outcomes).toEqual({
    markup: 'TypeError',
    source: 'TypeError',
    script: 'TypeError',
    policy: 'TypeError',
  });
  await page.close();
});

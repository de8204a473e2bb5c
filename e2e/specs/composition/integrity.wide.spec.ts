import path from 'node:path';
import type { Page, Route } from '@playwright/test';
import { fetchAfresh } from '../../fixtures/fetch-afresh.ts';
import { expect, test, type Composition } from '../../fixtures/composition.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { RemoteArea } from '../../pages/remote-area.ts';

type Script = keyof Composition['chatScripts'];

/** Responds with the released file plus extra text: one byte by default. */
const changed =
  (more = ' ') =>
  async (route: Route) => {
    const response = await fetchAfresh(route);
    await route.fulfill({ response, body: (await response.text()) + more });
  };
const missing = (route: Route) => route.fulfill({ status: 404, body: 'Not found' });

/** Breaks the responses of matching addresses. Requests that start after `fix` is called get the real response. */
async function breakScript(
  page: Page,
  address: string | ((url: URL) => boolean),
  answer: (route: Route) => Promise<void>,
) {
  let isBroken = true;
  await page.route(address, (route) => (isBroken ? answer(route) : route.fallback()));
  return { fix: () => void (isBroken = false) };
}

/** Matches every spelling of a script's address, because a retry uses another one. */
const addressOf =
  ({ origins, chatScripts }: Composition, script: Script) =>
  ({ origin, pathname }: URL) =>
    origin === origins.chat.url && decodeURIComponent(pathname) === `/${chatScripts[script]}`;

const loads = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('navigation').length);

/** Expects that the header and the other remote still work. */
async function expectTheRestToWork(page: Page) {
  const [area, header] = [new RemoteArea(page), new AppHeader(page)];
  await header.openMenu();
  await expect(header.item('Sign Out')).toBeVisible();
  await header.item('Admin Panel').click();
  await expect(area.screen('admin')).toBeVisible();
  await page.goBack();
}

test.beforeEach(async ({ composition, page, signIn }) => {
  await composition.compose();
  await signIn(page, 'admin');
});

const faults: [
  what: string,
  script: Script,
  answer: (route: Route) => Promise<void>,
  finding: string,
][] = [
  [
    'an entry with other code',
    'entry',
    changed(';globalThis.tampered = true'),
    'differs from the released file',
  ],
  [
    'one more byte in a script that the entry imports',
    'imported',
    changed(),
    'differs from the released file',
  ],
  ['a missing script that the entry imports', 'imported', missing, 'is missing'],
];

test('an altered or missing script leaves the panel and is not run; Retry loads the remote once its files are intact', async ({
  composition,
  page,
}) => {
  const area = new RemoteArea(page);
  for (const [what, script, answer, finding] of faults)
    await test.step(what, async () => {
      const fault = await breakScript(page, addressOf(composition, script), answer);
      await page.goto('/app');
      await expect(area.panel('The chat could not be loaded')).toBeVisible();
      await expectTheRestToWork(page);
      await area.detail.click();
      const file = path.basename(composition.chatScripts[script]);
      await expect(area.main.locator('code')).toContainText(`${file} ${finding}`);
      await area.retry.click();
      await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
      expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
      fault.fix();
      await area.retry.click();
      await expect(area.screen('chat')).toBeVisible();
      expect(await loads(page)).toBe(1);
    });
});

test('a script that loads later and is altered, missing, or of a remote that went down shows the error panel; Retry loads it without a page reload', async ({
  composition,
  page,
}) => {
  const area = new RemoteArea(page);
  const show = area.main.getByRole('button', { name: 'Show part' });
  const lazy = addressOf(composition, 'lazy');
  const files = `${composition.origins.chat.url}/**`;
  const refuse = (route: Route) => route.abort('connectionrefused');
  for (const [what, address, answer] of [
    ['one more byte', lazy, changed()],
    ['missing', lazy, missing],
    ['the remote is down', files, refuse],
  ] as const)
    await test.step(what, async () => {
      await page.goto('/app');
      await expect(area.screen('chat')).toBeVisible();
      const fault = await breakScript(page, address, answer);
      await show.click();
      await expect(area.panel('The chat could not be loaded')).toBeVisible();
      await expectTheRestToWork(page);
      await expect(area.screen('chat')).toBeVisible();
      await show.click();
      await expect(area.panel('The chat could not be loaded')).toBeVisible();
      fault.fix();
      await area.retry.click();
      await show.click();
      await expect(area.main.getByText('The part is here')).toBeVisible();
      expect(await loads(page)).toBe(1);
    });
});

test.describe('a release that the page is not allowed to run', () => {
  const title = 'The chat comes from an address that is not allowed here';

  test('is not requested if its origin is not allowed; the other remote still works', async ({
    composition,
    page,
  }) => {
    const area = new RemoteArea(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.route('**/environment.json', async (route) => {
      const answer = await fetchAfresh(route);
      const remoteOrigins = [composition.origins.admin.url];
      await route.fulfill({ json: { ...(await answer.json()), remoteOrigins } });
    });
    await page.goto('/app');
    await expect(area.panel(title)).toBeVisible();
    await expectTheRestToWork(page);
    expect(requests.filter((url) => url.startsWith(composition.origins.chat.url))).toEqual([]);
  });

  test('is not requested if the manifest names it without its hash', async ({
    composition,
    page,
  }) => {
    const area = new RemoteArea(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const { integrity: _, ...chat } = composition.remotes.chat;
    await composition.compose({ chat });
    await page.goto('/app');
    await expect(area.panel('The chat could not be verified')).toBeVisible();
    await expectTheRestToWork(page);
    expect(requests.filter((url) => url.startsWith(composition.origins.chat.url))).toEqual([]);
    await composition.compose();
    await area.retry.click();
    await expect(area.screen('chat')).toBeVisible();
    expect(await loads(page)).toBe(1);
  });

  test('is not run if its hash list differs from the hash in the manifest', async ({
    composition,
    page,
  }) => {
    const area = new RemoteArea(page);
    const { chat } = composition.remotes;
    await composition.compose({ chat: { ...chat, integrity: `sha256-${'A'.repeat(43)}=` } });
    await page.goto('/app');
    await expect(area.panel('The chat could not be loaded')).toBeVisible();
    await expectTheRestToWork(page);
  });
});

test('verifies the hashes of a release that the page does not know yet', async ({
  composition,
  page,
}) => {
  const area = new RemoteArea(page);
  const files = addressOf(composition, 'imported');
  // The page is older than the manifest that it reads.
  const { chat, ...others } = composition.remotes;
  const unknown = { ...chat, entry: `${composition.origins.chat.url}/unknown.js` };
  await composition.compose({ chat: unknown });
  await page.route('**/remotes.json', (route) =>
    route.fulfill({ json: { schemaVersion: 1, revision: 2, remotes: { chat, ...others } } }),
  );
  const fault = await breakScript(page, files, changed());
  await page.goto('/app');
  await expect(area.panel('The chat could not be loaded')).toBeVisible();
  fault.fix();
  await area.retry.click();
  await expect(area.screen('chat')).toBeVisible();
  expect(await loads(page)).toBe(1);
});

test('does not run a script that changes after it was verified', async ({ composition, page }) => {
  const area = new RemoteArea(page);
  const { chat, ...others } = composition.remotes;
  const unknown = { ...chat, entry: `${composition.origins.chat.url}/unknown.js` };
  await composition.compose({ chat: unknown });
  await page.route('**/remotes.json', (route) =>
    route.fulfill({ json: { schemaVersion: 1, revision: 2, remotes: { chat, ...others } } }),
  );
  const tamper = changed(';globalThis.tampered = true');
  let requests = 0;
  await page.route(addressOf(composition, 'imported'), (route) => {
    requests += 1;
    return requests % 2 === 1 ? route.fallback() : tamper(route);
  });
  await page.goto('/app');
  await expect(area.panel('The chat could not be loaded')).toBeVisible();
  expect(requests).toBeGreaterThan(1);
  expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
});

test('verifies scripts in a browser that does not enforce the hashes of import maps', async ({
  browser,
  composition,
  signIn,
}) => {
  // A separate page, because this violates the policy. Chromium treats a fulfilled document as from the internet.
  const page = await browser.newPage({
    baseURL: composition.server.url,
    permissions: ['local-network-access'],
  });
  const area = new RemoteArea(page);
  await page.addInitScript(() => void Reflect.deleteProperty(Promise, 'try'));
  await signIn(page, 'admin');
  // The policy blocks an import map that is changed, so the browser enforces none of its hashes.
  await page.route('**/app', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.replace('type="importmap">', '$& ') });
  });
  const fault = await breakScript(
    page,
    addressOf(composition, 'imported'),
    changed(';globalThis.tampered = true'),
  );
  await page.goto('/app');
  await expect(area.panel('The chat could not be loaded')).toBeVisible();
  expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
  fault.fix();
  await area.retry.click();
  await expect(area.screen('chat')).toBeVisible();
  expect(await loads(page)).toBe(1);
  await page.close();
});

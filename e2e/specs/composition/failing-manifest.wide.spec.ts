import type { Route } from '@playwright/test';
import { expect, test } from '../../fixtures/composition.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { RemoteArea } from '../../pages/remote-area.ts';

const MANIFEST = '**/remotes.json';
const broken: Record<string, Parameters<Route['fulfill']>[0] & { status: number }> = {
  missing: { status: 404, body: 'Not found' },
  'no JSON': { status: 200, contentType: 'application/json', body: '{"schemaVersion":1,' },
  'of another schema': { status: 200, json: { schemaVersion: 2, remotes: [] } },
};

test.beforeEach(async ({ composition, page, signIn }) => {
  await composition.compose();
  await signIn(page, 'admin');
});

test('shows the header and an error panel if the manifest is missing or invalid; Retry reloads it', async ({
  page,
}) => {
  const [area, header] = [new RemoteArea(page), new AppHeader(page)];
  const panel = area.panel('The chat is not available');
  let answer = broken.missing;
  await page.route(MANIFEST, (route) => route.fulfill(answer));
  await page.goto('/app');
  for (const [what, next] of Object.entries(broken))
    await test.step(what, async () => {
      answer = next;
      const pendingRequest = page.waitForResponse(MANIFEST);
      await area.retry.click();
      await pendingRequest;
      await expect(panel).toBeVisible();
    });
  await header.openMenu();
  await expect(header.item('Sign Out')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.unroute(MANIFEST);
  await area.retry.click();
  await expect(area.screen('chat')).toBeVisible();
});

test('falls back to the last valid manifest if the current one is missing or invalid', async ({
  page,
}) => {
  const area = new RemoteArea(page);
  await page.goto('/app');
  await expect(area.screen('chat')).toBeVisible();
  for (const answer of Object.values(broken)) {
    await page.route(MANIFEST, (route) => route.fulfill(answer));
    const pendingRequest = page.waitForResponse(MANIFEST);
    await page.reload();
    expect((await pendingRequest).status()).toBe(answer.status);
    await expect(area.screen('chat')).toBeVisible();
    await page.unroute(MANIFEST);
  }
});

test('reports settings that fail to load, and Retry starts the application', async ({ page }) => {
  await page.route('**/environment.json', (route) => route.fulfill({ status: 503 }));
  await page.goto('/app');
  await expect(page.getByRole('heading', { name: 'The app could not start' })).toBeVisible();
  await page.unroute('**/environment.json');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(new RemoteArea(page).screen('chat')).toBeVisible();
});

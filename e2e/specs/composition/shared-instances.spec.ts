import { expect, test } from '../../fixtures/composition.ts';
import { demoAccounts } from '../../fixtures/accounts.ts';
import { RemoteArea } from '../../pages/remote-area.ts';

/** What `fixtures/probe` lays out, in a page that knows nothing of this file's types: hence the cast below. */
interface Probe {
  react: unknown;
  sessionStore: unknown;
  queryClient: unknown;
}

test.beforeEach(async ({ composition, page, signIn }) => {
  await composition.compose();
  await signIn(page, 'admin');
});

test('shell and two remotes from other origins share one React, one session store, one query client', async ({
  page,
  composition,
}) => {
  const area = new RemoteArea(page);
  const origins = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') origins.add(new URL(request.url()).origin);
  });
  await page.goto('/app');
  await expect(area.screen('chat')).toBeVisible();
  await area.main.getByRole('link', { name: 'To admin' }).click();
  await expect(area.screen('admin')).toBeVisible();

  const { origins: from, server } = composition;
  expect(origins).toEqual(new Set([server.url, from.chat.url, from.admin.url]));
  const shared = await page.evaluate(() => {
    const { chat, admin } = (globalThis as unknown as { probes: Record<string, Probe> }).probes;
    return {
      react: chat?.react === admin?.react,
      sessionStore: chat?.sessionStore === admin?.sessionStore,
      queryClient: chat?.queryClient === admin?.queryClient,
    };
  });
  expect(shared).toEqual({ react: true, sessionStore: true, queryClient: true });
});

test('both remotes show the session and the environment that the shell holds', async ({ page }) => {
  const area = new RemoteArea(page);
  const held = `${demoAccounts.admin.email} of Second Homie`;
  await page.goto('/app');
  await expect(area.main.getByText(held)).toBeVisible();
  await area.main.getByRole('link', { name: 'To admin' }).click();
  await expect(area.screen('admin')).toBeVisible();
  await expect(area.main.getByText(held)).toBeVisible();
});

test('the way from one remote to the other is no reload, and focus goes with it', async ({
  page,
}) => {
  const area = new RemoteArea(page);
  await page.goto('/app');
  await area.main.getByRole('link', { name: 'To admin' }).click();
  await expect(area.screen('admin')).toBeFocused();
  expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1);
  await page.goBack();
  await expect(area.screen('chat')).toBeFocused();
});

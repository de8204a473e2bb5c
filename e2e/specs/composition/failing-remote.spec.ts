import { expect, test, type Composition } from '../../fixtures/composition.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { RemoteArea } from '../../pages/remote-area.ts';

/** Every file of the chat's origin. */
const filesOf = ({ origins }: Composition) => `${origins.chat.url}/**`;

test.beforeEach(async ({ composition, page, signIn }) => {
  await composition.compose();
  await signIn(page, 'admin');
});

/** Expects that the header and the other remote still work, then goes back to the chat. */
async function expectTheRestToWork(header: AppHeader, area: RemoteArea) {
  await header.openMenu();
  await header.item('Admin Panel').click();
  await expect(area.screen('admin')).toBeVisible();
  await area.page.goBack();
}

test('a remote that is down or corrupt shows an error panel, and Retry loads it; one failed request is retried by itself', async ({
  composition,
  page,
}) => {
  await test.step('retries one failed request automatically', async () => {
    const area = new RemoteArea(page);
    await page.route(filesOf(composition), (route) => route.abort('connectionreset'), { times: 1 });
    await page.goto('/app');
    await expect(area.screen('chat')).toBeVisible();
  });

  await test.step('a corrupt remote shows an error panel; Retry loads it once its files are intact', async () => {
    const [area, header] = [new RemoteArea(page), new AppHeader(page)];
    await page.route(filesOf(composition), (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
        body: 'export const get = }{',
      }),
    );
    await page.goto('/app');
    await expect(area.panel('The chat could not be loaded')).toBeVisible();
    await expectTheRestToWork(header, area);
    await page.unroute(filesOf(composition));
    await area.retry.click();
    await expect(area.screen('chat')).toBeVisible();
  });

  await test.step('a remote that is down shows an error panel; Retry loads it without a page reload', async () => {
    const [area, header] = [new RemoteArea(page), new AppHeader(page)];
    await page.route(filesOf(composition), (route) => route.abort('connectionrefused'));
    await page.goto('/app');
    await expect(area.panel('The chat could not be loaded')).toBeVisible();
    await expect(area.main.getByText('everything else still work')).toBeVisible();
    await area.detail.click();
    const { url } = composition.origins.chat;
    await expect(area.main.locator('code')).toContainText(`${url} does not respond`);
    await expectTheRestToWork(header, area);
    await expect(area.panel('The chat could not be loaded')).toBeVisible();

    await area.retry.click();
    await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
    await page.unroute(filesOf(composition));
    await area.retry.click();
    await expect(area.screen('chat')).toBeVisible();
    expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1);
  });
});

test('a remote that loads too slowly, or throws while rendering, shows an error panel that it can leave', async ({
  page,
  composition,
}) => {
  await test.step('a remote that throws while rendering shows an error panel; Retry re-renders it', async () => {
    const [area, header] = [new RemoteArea(page), new AppHeader(page)];
    await page.goto('/app');
    await area.main.getByRole('button', { name: 'Crash' }).click();
    await expect(area.panel('The chat stopped working')).toBeVisible();
    await expect(header.account).toBeVisible();
    await area.retry.click();
    await expect(area.screen('chat')).toBeVisible();
  });

  for (const way of ['by itself when it arrives', 'with Retry'])
    await test.step(`a slow remote times out after eight seconds, and loads ${way}`, async () => {
      const [area, header] = [new RemoteArea(page), new AppHeader(page)];
      await page.clock.install();
      const held = await holdRequests(page, filesOf(composition));
      const pendingRequest = page.waitForRequest(filesOf(composition));
      await page.goto('/app');
      await pendingRequest;
      await expect(area.main.getByText('Loading...')).toBeVisible();
      await page.clock.fastForward(8_000);
      await expect(area.panel('The chat is taking too long to load')).toBeVisible();
      await expectTheRestToWork(header, area);
      if (way === 'with Retry') await area.retry.click();
      held.release();
      await expect(area.screen('chat')).toBeVisible();
    });
});

test.describe('a remote that requires other library versions than the page provides', () => {
  const requires = { '@homie/ui': '^3.0.0' };

  test('is rejected before any of its files load; Retry loads a compatible release', async ({
    composition,
    page,
  }) => {
    const [area, header] = [new RemoteArea(page), new AppHeader(page)];
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await composition.compose({ chat: { ...composition.remotes.chat, requires } });
    await page.goto('/app');
    await expect(
      area.panel('The chat is not compatible with this version of the app'),
    ).toBeVisible();
    await expectTheRestToWork(header, area);
    expect(requests.filter((url) => url.startsWith(composition.origins.chat.url))).toEqual([]);
    await composition.compose();
    await area.retry.click();
    await expect(area.screen('chat')).toBeVisible();
  });

  test('is replaced by its fallback if that is compatible', async ({ composition, page }) => {
    const { chat } = composition.remotes;
    const entry = `${composition.origins.chat.url}/no-such-release.js`;
    await composition.compose({ chat: { version: '9.0.0', entry, requires, fallback: chat } });
    await page.goto('/app');
    await expect(new RemoteArea(page).screen('chat')).toBeVisible();
  });
});

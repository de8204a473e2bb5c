import { expect, test } from '../../fixtures/composition.ts';
import { demoAccounts } from '../../fixtures/accounts.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { RemoteArea } from '../../pages/remote-area.ts';

/** The objects that `fixtures/probe` exposes. The page does not know the types of this file, hence the cast below. */
interface Probe {
  react: unknown;
  sessionStore: unknown;
  queryClient: unknown;
}

test.beforeEach(async ({ composition, page, signIn }) => {
  await composition.compose();
  await signIn(page, 'admin');
});

test('two remotes on one page share what the shell provides', async ({ page, composition }) => {
  await test.step('navigating between remotes does not reload the page, and moves the focus', async () => {
    const area = new RemoteArea(page);
    await page.goto('/app');
    await area.main.getByRole('link', { name: 'To admin' }).click();
    await expect(area.screen('admin')).toBeFocused();
    expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1);
    await page.goBack();
    await expect(area.screen('chat')).toBeFocused();
  });

  await test.step('both remotes show the session and the environment of the shell', async () => {
    const area = new RemoteArea(page);
    const held = `${demoAccounts.admin.email} of Second Homie`;
    await page.goto('/app');
    await expect(area.main.getByText(held)).toBeVisible();
    await area.main.getByRole('link', { name: 'To admin' }).click();
    await expect(area.screen('admin')).toBeVisible();
    await expect(area.main.getByText(held)).toBeVisible();
  });

  await test.step('two remotes on one page, from other origins, share one React, session store, query client and theme', async () => {
    const area = new RemoteArea(page);
    const origins = new Set<string>();
    page.on('request', (request) => {
      if (request.resourceType() === 'script') origins.add(new URL(request.url()).origin);
    });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/admin');
    await area.main.getByRole('button', { name: 'Host the other' }).click();
    await expect(area.screen('chat')).toBeVisible();
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

    // One theme: the same class applies the same rules, and one toggle changes both.
    const className = await area.screen('admin').getAttribute('class');
    expect(className).toMatch(/\w/);
    await expect(area.screen('chat')).toHaveAttribute('class', className ?? '');
    const colorOf = (name: 'chat' | 'admin') =>
      area.screen(name).evaluate((heading) => getComputedStyle(heading).color);
    const light = await colorOf('admin');
    expect(await colorOf('chat')).toBe(light);
    await new AppHeader(page).chooseTheme('Dark');
    await expect(area.screen('admin')).not.toHaveCSS('color', light);
    expect(await colorOf('chat')).toBe(await colorOf('admin'));
  });
});

import { demoAccounts } from '../../fixtures/accounts.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { resize } from '../../fixtures/resize.ts';
import { expect, ownPage, test } from '../../fixtures/shared-page.ts';
import { AppHeader } from '../../pages/app-header.ts';

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'worker');
});

ownPage(
  'HEADER-01 HEADER-02 HEADER-05 HEADER-06 HEADER-09 the header shows controls, menu and Demo Mode',
  async ({ page }) => {
    await test.step('shows a skip link, title, sidebar toggle, Demo Mode from 480 px on, and a menu with initial, name and full email', async () => {
      const header = new AppHeader(page);
      await page.goto('/app');
      await expect(header.account).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();

      await expect(header.banner).toContainText('Second Homie');
      await expect(header.sidebarToggle).toBeVisible();
      await expect(header.account).toHaveText('WAccount of workerworker');
      await header.openMenu();
      await expect(header.email(demoAccounts.worker.email)).toBeVisible();
      await expect(header.item('Settings')).toHaveAttribute('href', '/account');
      await page.keyboard.press('Escape');
      await expect(header.menu).toBeHidden();

      await expect(header.demoMode).toBeVisible();
      await resize(page, { width: 480, height: 800 });
      await expect(header.demoMode).toBeVisible();
      await resize(page, { width: 479, height: 800 });
      await expect(header.demoMode).toBeHidden();
    });

    await test.step('hides Demo Mode if the environment is not a demo', async () => {
      await page.route('**/environment.json', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ json: { ...(await answer.json()), demoMode: false } });
      });
      await page.goto('/app');
      await expect(new AppHeader(page).account).toBeVisible();
      await expect(new AppHeader(page).demoMode).toBeHidden();
    });
  },
);

test('HEADER-02 HEADER-04 STATE-05 HEADER-01 HEADER-03 HEADER-10 the header explains Demo Mode, changes the theme, and links to the landing page and the sign-out', async ({
  page,
}) => {
  await test.step('hover, focus and press on Demo Mode show its explanation; Escape and a press elsewhere hide it', async () => {
    const { demoMode, demoExplanation, account } = new AppHeader(page);
    await page.goto('/app');
    await demoMode.hover();
    await expect(demoExplanation).toContainText('No AI model writes replies.');
    await account.hover();
    await expect(demoExplanation).toBeHidden();

    await demoMode.focus();
    await expect(demoExplanation).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(demoExplanation).toBeHidden();

    await demoMode.dispatchEvent('click');
    await expect(demoExplanation).toBeVisible();
    await page.getByRole('main').click({ position: { x: 5, y: 5 } });
    await expect(demoExplanation).toBeHidden();
  });

  await test.step('the theme follows the system until one is chosen; the choice is stored under theme, survives a reload, and can be reset to the system', async () => {
    const html = page.locator('html');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/app');
    await expect(html).toHaveClass('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(html).toHaveClass('light');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull();
    await new AppHeader(page).chooseTheme('Dark');
    await expect(html).toHaveClass('dark');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
    await page.reload();
    await expect(html).toHaveClass('dark');
    await new AppHeader(page).chooseTheme('Light');
    await expect(html).toHaveClass('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await new AppHeader(page).chooseTheme('System');
    await expect(html).toHaveClass('dark');
  });

  await test.step('hides the toggle without a sidebar; the title links to the landing page, and Sign Out to its screen', async () => {
    const header = new AppHeader(page);
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await expect(header.banner).toContainText('Second Homie');
    await expect(header.sidebarToggle).toBeHidden();
    await header.home.click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Your AI Assistant' })).toBeVisible();

    // Until the code of the next screen has loaded, the previous one is hidden in the page, with its heading.
    const held = await holdRequests(page, /auth-screens-/);
    await page.goto('/app');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await header.openMenu();
    await header.item('Sign Out').click();
    await expect(page.getByText('Loading...')).toBeVisible();
    held.release();
    await expect(page).toHaveURL('/auth/sign-out');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 600, height: 900 } });

  test('HEADER-02 a tap on Demo Mode shows its explanation, and a tap elsewhere hides it', async ({
    page,
  }) => {
    const { demoMode, demoExplanation } = new AppHeader(page);
    await page.goto('/app');
    await demoMode.tap();
    await expect(demoExplanation).toBeVisible();
    await page.getByRole('main').tap({ position: { x: 5, y: 200 } });
    await expect(demoExplanation).toBeHidden();
  });
});

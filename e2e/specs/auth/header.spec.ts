import { demoAccounts } from '../../fixtures/accounts.ts';
import { resize } from '../../fixtures/resize.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AppHeader } from '../../pages/app-header.ts';

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'worker');
});

test('HEADER-01 the header has a title, and a sidebar toggle where the screen has a sidebar', async ({
  page,
}) => {
  const header = new AppHeader(page);
  await page.goto('/app');
  await expect(header.banner).toContainText('Second Homie');
  await expect(header.sidebarToggle).toBeVisible();
  await page.goto('/admin');
  await expect(header.banner).toContainText('Second Homie');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(header.sidebarToggle).toBeHidden();
});

test('HEADER-02 Demo Mode is shown from 480 px on', async ({ page }) => {
  const header = new AppHeader(page);
  await page.goto('/app');
  await expect(header.demoMode).toBeVisible();
  await resize(page, { width: 480, height: 800 });
  await expect(header.demoMode).toBeVisible();
  await resize(page, { width: 479, height: 800 });
  await expect(header.demoMode).toBeHidden();
});

test('HEADER-02 Demo Mode is not shown where the environment is no demo', async ({ page }) => {
  await page.route('**/environment.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), demoMode: false } });
  });
  await page.goto('/app');
  await expect(new AppHeader(page).account).toBeVisible();
  await expect(new AppHeader(page).demoMode).toBeHidden();
});

test('HEADER-03 the title leads to the landing page', async ({ page }) => {
  await page.goto('/app');
  await new AppHeader(page).home.click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Your AI Assistant' })).toBeVisible();
});

test('HEADER-04 STATE-05 the toggle changes the theme, which is kept under theme and survives a reload', async ({
  page,
}) => {
  const html = page.locator('html');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/app');
  await expect(html).toHaveClass('light');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull();
  await new AppHeader(page).themeToggle.click();
  await expect(html).toHaveClass('dark');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  await page.reload();
  await expect(html).toHaveClass('dark');
  await new AppHeader(page).themeToggle.click();
  await expect(html).toHaveClass('light');
});

test('STATE-05 without a choice the theme is the system’s', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/app');
  await expect(page.locator('html')).toHaveClass('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveClass('light');
});

test('HEADER-05 HEADER-06 the menu shows initial, name and full email', async ({ page }) => {
  const header = new AppHeader(page);
  await page.goto('/app');
  await expect(header.account).toHaveText('Wworker');
  await header.openMenu();
  await expect(header.email(demoAccounts.worker.email)).toBeVisible();
});

test('HEADER-09 Settings is shown disabled', async ({ page }) => {
  const header = new AppHeader(page);
  await page.goto('/app');
  await header.openMenu();
  await expect(header.item('Settings')).toBeDisabled();
});

test('HEADER-10 Sign Out leads to the sign-out screen', async ({ page }) => {
  const header = new AppHeader(page);
  await page.goto('/app');
  await header.openMenu();
  await header.item('Sign Out').click();
  await expect(page).toHaveURL('/auth/sign-out');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the skip link leads past the header to the screen', async ({ page }) => {
  await page.goto('/app');
  await expect(new AppHeader(page).account).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

import type { Page } from '@playwright/test';
import { demoAccounts } from '../../fixtures/accounts.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';

/** Opens the sign-in page without its modules, so that only the prerendered form is there. */
async function openBeforeStart(page: Page) {
  const modules = await holdRequests(page, /\/assets\/app-[^/]+\.js/);
  const screen = new SignInPage(page);
  await page.goto('/auth/sign-in', { waitUntil: 'commit' });
  await expect(screen.email).toBeVisible();
  return { screen, modules };
}

const prerendered = (page: Page) => page.locator('#prerendered');

test('before the app has started the form takes input, presses and a sign-in', async ({ page }) => {
  await test.step('a tab that is clicked before the app has started opens, with the email', async () => {
    const { screen, modules } = await openBeforeStart(page);
    await screen.email.fill('ada@test.example');
    await screen.signUpTab.click();
    await expect(prerendered(page)).toBeHidden();
    await expect(page.getByText('Loading...')).toBeVisible();
    modules.release();
    await expect(screen.create).toBeVisible();
    await expect(screen.email).toHaveValue('ada@test.example');
  });

  await test.step('a button that is pressed while the form is replaced is clicked', async () => {
    const { screen, modules } = await openBeforeStart(page);
    await screen.signUpTab.hover();
    await page.mouse.down();
    modules.release();
    await expect(screen.create).toBeVisible();
    await page.mouse.up();
    await expect(screen.create).toBeVisible();
  });

  await test.step('input, focus and caret are in the form of the app, where the user continues to type', async () => {
    const { screen, modules } = await openBeforeStart(page);
    await screen.password.fill('secret');
    await screen.email.click();
    await page.keyboard.type('ad@test.example');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    modules.release();
    await expect(prerendered(page)).toHaveCount(0);
    await expect(screen.email).toBeFocused();
    await page.keyboard.type('a');
    await expect(screen.email).toHaveValue('ada@test.example');
    await expect(screen.password).toHaveValue('secret');
    await expect(screen.submit).toBeEnabled();
  });

  await test.step('a user who signs in is signed in once the app has started', async () => {
    const { screen, modules } = await openBeforeStart(page);
    const { email, password } = demoAccounts.worker;
    await expect(screen.submit).toBeDisabled();
    await screen.email.click();
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await expect(screen.submit).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(screen.submit).toHaveAttribute('aria-disabled', 'true');
    await expect(prerendered(page)).toBeVisible();
    modules.release();
    await expect(new AppHeader(page).account).toBeVisible();
  });
});

test('the second tab, a stored session and a page without settings show no prerendered form', async ({
  page,
  signIn,
}) => {
  const screen = new SignInPage(page);
  await page.goto('/auth/sign-in#sign-up');
  await expect(screen.create).toBeVisible();
  await expect(prerendered(page)).toHaveCount(0);

  await page.route('**/environment.json', (route) => route.fulfill({ status: 500 }));
  await page.goto('/auth/sign-in');
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect(prerendered(page)).toHaveCount(0);
  await page.unroute('**/environment.json');

  await signIn(page, 'worker');
  const modules = await holdRequests(page, /\/assets\/app-[^/]+\.js/);
  await page.goto('/auth/sign-in', { waitUntil: 'commit' });
  await expect(page.getByText('Loading...')).toBeVisible();
  await expect(prerendered(page)).toHaveCount(0);
  modules.release();
  await expect(new AppHeader(page).account).toBeVisible();
});

test('nothing moves and no colour changes when the app replaces the form, in either theme, wide and on a phone', async ({
  page,
}) => {
  const measure = () =>
    page
      .locator('main:visible :is(h1, p, button, input, label, a, section)')
      .evaluateAll((elements) =>
        elements
          .filter((element) => element.getAttribute('aria-label') !== 'Theme')
          .map((element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            const { color, backgroundColor, borderColor, fontSize } = getComputedStyle(element);
            return [
              element.tagName,
              x,
              y,
              width,
              height,
              color,
              backgroundColor,
              borderColor,
              fontSize,
            ];
          }),
      );
  await page.goto('/healthz');
  for (const [theme, width] of [
    ['light', 1280],
    ['light', 390],
    ['dark', 1280],
    ['dark', 390],
  ] as const) {
    await test.step(`${theme}, ${width} px`, async () => {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate((mode) => localStorage.setItem('theme', mode), theme);
      const { modules } = await openBeforeStart(page);
      await page.evaluate(() => document.fonts.ready);
      const before = await measure();
      modules.release();
      await expect(prerendered(page)).toHaveCount(0);
      expect(await measure()).toEqual(before);
      expect(before.length).toBeGreaterThan(10);
    });
  }
});

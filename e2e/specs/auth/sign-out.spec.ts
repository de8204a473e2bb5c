import { demoAccounts, sessionKey } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';
import { SignOutPage } from '../../pages/sign-out-page.ts';

const LOGOUT = '**/auth/v1/logout**';

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'worker');
});

test('SIGNOUT-01 SIGNOUT-02 SIGNOUT-04 shows title, text and note, ends the session in every tab and on the server on opening, and Sign In Again opens sign-in', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto('/app');
  await expect(new AppHeader(other).account).toBeVisible();

  const revoked = page.waitForResponse(LOGOUT);
  const screen = new SignOutPage(page);
  await screen.open();
  await expect(screen.title).toHaveText('Second Homie');
  await expect(page.getByText('You have been signed out successfully')).toBeVisible();
  await expect(
    page.getByText('Thank you for using the product. Your session has been ended.'),
  ).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), sessionKey)).toBeNull();
  await expect(other).toHaveURL('/auth/sign-in');
  expect((await revoked).status()).toBe(204);

  await expect(screen.signInAgain).toHaveAttribute('href', '/auth/sign-in');
  await screen.signInAgain.click();
  await expect(page).toHaveURL('/auth/sign-in');
  await new SignInPage(page).signIn(demoAccounts.worker);
  await expect(page).toHaveURL('/app');
});

import { demoAccounts } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';

test.beforeEach(async ({ page }) => {
  await new SignInPage(page).open();
});

test('rejects an invalid email address at its field, for sign-in and for a reset', async ({
  page,
}) => {
  const screen = new SignInPage(page);
  const message = 'Enter a full email address, like name@example.org.';
  await screen.signIn({ email: 'worker', password: 'some password' });
  await expect(screen.email).toHaveAccessibleDescription(message);
  await expect(screen.email).toBeFocused();
  await screen.email.fill('worker@care.example');
  await expect(screen.email).toHaveAccessibleDescription('');
  await screen.email.fill('worker@');
  await screen.resetPassword.click();
  await expect(screen.email).toBeFocused();
  await expect(screen.email).toHaveAccessibleDescription(message);
});

test('after a session ends on this page, another user who signs in starts at /app', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'admin');
  await page.goto('/admin/users');
  await expect(new AppHeader(page).account).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/auth/sign-out');
  await expect(page).toHaveURL('/auth/sign-in');
  await new SignInPage(page).signIn(demoAccounts.worker);
  await expect(page).toHaveURL('/app');
});

import { randomUUID } from 'node:crypto';
import { expect, test } from '../../fixtures/test.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';
import { Toasts } from '../../pages/toasts.ts';

const someone = () => ({ email: `${randomUUID()}@test.example`, password: 'a-good-password' });

test.beforeEach(async ({ page }) => {
  await new SignInPage(page).openSignUp();
});

test('SIGNUP-04 CALLBACK-02 TOAST-01 the mailed link opens the app and removes its code from the URL @main', async ({
  page,
  server,
}) => {
  const account = someone();
  await new SignInPage(page).signUp(account);
  // A page that is left during the request forgets that it signed up.
  const heading = page.getByRole('heading', { name: 'Check your inbox' });
  await expect(heading).toBeVisible();
  await new Toasts(page).expectClearOf(heading);
  const link = await server.lastMailLink(account.email);
  await page.goto(link);
  await expect(page).toHaveURL('/auth/callback');
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page).toHaveURL('/app');
  await page.getByRole('button', { name: 'Continue' }).click();
  const header = new AppHeader(page);
  await header.openMenu();
  await expect(header.email(account.email)).toBeVisible();
  // A reload, the back button or a bookmark cannot restore the token.
  await page.goBack();
  expect(page.url()).not.toContain('token_hash=');
});

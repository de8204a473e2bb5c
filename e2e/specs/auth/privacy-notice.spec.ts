import { createUser } from '../../fixtures/accounts.ts';
import { expectScreenAccessible } from '../../fixtures/accessible.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';

test('ACCT-56 ACCT-57 ACCT-76 the first sign-in with the form shows the notice by keyboard, also after a reload, then where the user was, and another device does not', async ({
  page,
  browser,
  server,
}) => {
  const account = await createUser(server, {});
  await page.goto('/account');
  await new SignInPage(page).signIn(account);
  const heading = { name: 'Your information' };
  await expect(page.getByRole('heading', heading)).toBeFocused();
  await expect(page).toHaveTitle('Your information · Second Homie');
  await expectScreenAccessible(page);
  await page.reload();
  await expect(page.getByRole('heading', heading)).toBeVisible();
  const details = page.getByRole('link', { name: 'More about privacy' });
  await expect(details).toHaveAttribute('href', '/about#privacy');
  const stored = page.waitForResponse(
    (response) => response.url().endsWith('/user') && response.request().method() === 'PUT',
  );
  await details.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
  await expect(page).toHaveURL('/account');
  expect((await stored).status()).toBe(200);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();

  const other = await browser.newContext();
  const phone = await other.newPage();
  await phone.goto(`${server.url}/auth/sign-in`);
  await new SignInPage(phone).signIn(account);
  await expect(new AppHeader(phone).account).toBeVisible();
  await expect(phone.getByRole('heading', heading)).toHaveCount(0);
  await other.close();
});

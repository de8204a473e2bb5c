import { findFaults } from '../../fixtures/accessible.ts';
import { findSmallTargets, PHONE } from '../../fixtures/phone.ts';
import { expect, test } from '../../fixtures/providers-server.ts';
import { showTheme } from '../../fixtures/show-theme.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';

test('ACCT-22 ACCT-82 an email of a provider’s domain leads to it without a password, by keyboard, and back to where the user was', async ({
  page,
  product,
}) => {
  product.okta.users.set('olly', { email: 'olly@two.example', email_verified: true });
  const screen = new SignInPage(page);
  await page.goto('/account/sessions');
  await expect(page).toHaveURL('/auth/sign-in');
  await screen.email.focus();
  await page.keyboard.type('Olly@TWO.example');
  await expect(screen.password).toBeHidden();
  await expect(screen.resetPassword).toBeHidden();
  await expect(page.getByText('Your organisation signs in with Okta.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with Okta' })).toHaveCount(1);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Identity provider' })).toBeVisible();
  await page.keyboard.type('olly');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(page).toHaveURL('/account/sessions');
  await expect(page.getByText('This device')).toBeVisible();
});

test('ACCT-22 each provider has a button, and where a password is allowed it can be used instead', async ({
  page,
  product,
}) => {
  product.entra.users.set('ellen', { email: 'ellen@one.example', email_verified: true });
  const screen = new SignInPage(page);
  await screen.open();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('button', { name: 'Email me a sign-in link' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with Okta' })).toBeInViewport({
    ratio: 1,
  });
  await screen.email.fill('ellen@one.example');
  await expect(screen.password).toBeHidden();
  await page.getByRole('button', { name: 'Use a password instead' }).click();
  await expect(screen.password).toBeVisible();
  await page.getByRole('button', { name: 'Continue with Entra ID' }).click();
  await page.getByLabel('Login').fill('ellen');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/app');
});

for (const [size, device] of [
  ['desktop', { viewport: { width: 1280, height: 800 } }],
  ['phone', PHONE],
] as const) {
  test.describe(size, () => {
    test.use({ ...device, colorScheme: 'light', reducedMotion: 'reduce' });
    test('ACCT-22 the choices have no axe violations in either theme', async ({ page }) => {
      const screen = new SignInPage(page);
      await screen.open();
      for (const email of ['', 'ellen@one.example', 'olly@two.example']) {
        await screen.email.fill(email);
        await expect(page.getByText(/Entra ID|Okta/).first()).toBeVisible();
        for (const theme of ['light', 'dark'] as const) {
          await showTheme(page, theme);
          await expect(page.locator('html')).toHaveClass(theme);
          expect(await findFaults(page), `${email} ${theme}`).toEqual([]);
        }
      }
      if (size === 'phone') expect(await findSmallTargets(page)).toEqual([]);
    });
  });
}

test('ACCT-92 after a lost session the provider opens in a new tab, and what was typed is still there', async ({
  page,
  product,
}) => {
  product.okta.users.set('rita', { email: 'rita@two.example', email_verified: true });
  const screen = new SignInPage(page);
  await page.goto('/account');
  await screen.email.fill('rita@two.example');
  await page.getByRole('button', { name: 'Continue with Okta' }).click();
  await page.getByLabel('Login').fill('rita');
  const signedIn = page.waitForRequest(
    (request) => request.headers()['authorization']?.startsWith('Bearer ey') === true,
  );
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Your information' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  const name = page.getByRole('textbox', { name: 'Display name' });
  await name.fill('Rita of Wattle Street');
  const headers = await (await signedIn).allHeaders();
  const ended = await page.request.post('/auth/v1/logout?scope=global', {
    headers: { apikey: headers['apikey'] ?? '', authorization: headers['authorization'] ?? '' },
  });
  expect(ended.status()).toBe(204);
  await expect(page).toHaveURL('/auth/sign-in');
  await screen.email.fill('rita@two.example');
  await expect(page.getByText('This opens a new tab')).toBeVisible();
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Okta' }).click();
  // The provider still knows the user.
  const tab = await opened;
  await expect(tab).toHaveURL('/account');
  await expect(page).toHaveURL('/account');
  await expect(name).toHaveValue('Rita of Wattle Street');
});

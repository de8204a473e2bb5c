import { generate } from 'otplib/functional';
import { requestSession } from '../../fixtures/accounts.ts';
import { expectScreenAccessible } from '../../fixtures/accessible.ts';
import { changeManifest } from '../../fixtures/manifest.ts';
import { resize } from '../../fixtures/resize.ts';
import { expect, ownPage, test } from '../../fixtures/shared-page.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';
import { UsersPage } from '../../pages/users-page.ts';

const STEP_SECONDS = 30;

/** Returns the code that an authenticator app shows `offset` steps from now. */
function codeOf(secret: string, offset: number): Promise<string> {
  return generate({ secret, epoch: Math.floor(Date.now() / 1000) + offset * STEP_SECONDS });
}

ownPage(
  'ACCT-01 ACCT-84 Settings is in the user menu where the account is composed, and disabled elsewhere',
  async ({ page, signIn }) => {
    await signIn(page, 'worker');
    const header = new AppHeader(page);
    await page.goto('/app');
    await header.openMenu();
    await page.keyboard.press('ArrowDown');
    await header.item('Settings').press('Enter');
    await expect(page).toHaveURL('/account');
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to App' }).click();
    await expect(page).toHaveURL('/app');
    await page.goto('/account/none');
    await expect(page).toHaveURL('/account');
    await changeManifest(page, ({ remotes }) => delete remotes['account']);
    await page.goto('/app');
    await header.openMenu();
    await expect(header.item('Settings')).toBeDisabled();
  },
);

test('ACCT-01 ACCT-80 the name of the profile is in the header, and the appearance applies at once and after a reload', async ({
  page,
  signIn,
  newUser,
}) => {
  await signIn(page, await newUser());
  const { banner } = new AppHeader(page);
  await page.goto('/account');
  await page.getByRole('textbox', { name: 'Display name' }).fill('  Zoë Ng ');
  await page.keyboard.press('Enter');
  await expect(banner.getByRole('button', { name: 'Account of Zoë Ng' })).toHaveText(
    'ZAccount of Zoë NgZoë Ng',
  );
  await expectScreenAccessible(page);

  await page.getByRole('link', { name: 'Appearance' }).click();
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
  await expect(page.locator('html')).toHaveClass('dark');
  await page.getByRole('combobox', { name: 'Text size' }).selectOption('Larger');
  await expect(page.locator('html')).toHaveCSS('font-size', '20px');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Text size' })).toHaveValue('larger');
  await expect(page.locator('html')).toHaveCSS('font-size', '20px');
  await expect(banner.getByRole('button', { name: 'Account of Zoë Ng' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Like the system');
  await expectScreenAccessible(page);
});

test('ACCT-02 ACCT-03 ACCT-74 ACCT-80 the list shows this device and another one, which is ended, and the focus stays there', async ({
  page,
  server,
  signIn,
  newUser,
}) => {
  const user = await newUser();
  const other = await requestSession(server, user);
  await signIn(page, user);
  await page.goto('/account/sessions');
  const sessions = page.getByRole('main').getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText('This device');
  await expect(sessions.first().getByRole('button')).toHaveCount(0);
  await expectScreenAccessible(page);
  await page.getByRole('button', { name: 'End all others' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(sessions).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused();
  const refused = await fetch(`${server.url}/auth/v1/user`, {
    headers: { apikey: server.publishableKey, authorization: `Bearer ${other.access_token}` },
  });
  expect(refused.status).toBe(403);
});

test('ACCT-05 ACCT-08 ACCT-10 ACCT-80 an authenticator app is added, asked for at sign-in, and replaced by a recovery code', async ({
  page,
  signIn,
  newUser,
}) => {
  const user = await newUser();
  await signIn(page, user);
  await page.goto('/account/security');
  await expect(page.getByRole('button', { name: 'Add authenticator app' })).toBeVisible();
  await expectScreenAccessible(page);
  await page.getByRole('button', { name: 'Add authenticator app' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expectScreenAccessible(page);
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '');
  const code = dialog.getByRole('textbox');
  await expect(code).toBeFocused();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This code is wrong.')).toBeVisible();
  await code.fill(await codeOf(secret, 0));
  await page.keyboard.press('Enter');
  const apps = page.getByRole('region', { name: 'Two-step verification' }).getByRole('listitem');
  await expect(apps.filter({ hasText: 'Added' })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Create codes' }).press('Enter');
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recoveryCode = ''] = await codes.allInnerTexts();
  await expectScreenAccessible(page);
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toContainText('Save the codes first.');
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 of 10 codes are left.')).toBeVisible();
  await page.getByRole('button', { name: 'Replace codes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();

  const screen = new SignInPage(page);
  await page.goto('/auth/sign-out');
  await expect(screen.title).toBeVisible();
  await page.getByRole('button', { name: 'Complete Sign Out' }).click();
  await expect(page).toHaveURL('/auth/sign-in');
  await screen.signIn(user);
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: '6-digit code' })).toBeFocused();
  await expectScreenAccessible(page);
  await page.goto('/app');
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await page.getByRole('textbox', { name: '6-digit code' }).fill(await codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/app');

  await page.goto('/auth/sign-out');
  await page.getByRole('button', { name: 'Complete Sign Out' }).click();
  await expect(page).toHaveURL('/auth/sign-in');
  await screen.signIn(user);
  await page.getByRole('button', { name: 'Use a recovery code' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Recovery code' })).toBeFocused();
  await page.keyboard.type('aaaa-bbbb-cccc');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This recovery code is wrong')).toBeVisible();
  await expectScreenAccessible(page);
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/app');

  await page.goto('/account/security');
  await expect(page.getByText('9 of 10 codes are left.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Authenticator app' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
});

test('ACCT-03 ACCT-13 ACCT-81 an administrator signs a user out everywhere and removes the second factor, with a reason', async ({
  page,
  server,
  signIn,
  newUser,
}) => {
  const user = await newUser();
  const session = await requestSession(server, user);
  await signIn(page, 'admin');
  const screen = new UsersPage(page);
  await screen.open(`?q=${user.email}`);
  await screen.choose(user.email, 'Manage Access');
  await screen.dialog.getByRole('tab', { name: 'Security' }).click();
  await screen.dialog.getByRole('textbox', { name: 'Reason' }).fill('x');
  await page.keyboard.press('Enter');
  await expect(screen.dialog.getByText('Enter a reason of at least 3 characters.')).toBeVisible();
  await expectScreenAccessible(page);
  await screen.dialog.getByRole('textbox', { name: 'Reason' }).fill('Laptop was stolen');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('toast')).toContainText('Signed out everywhere');
  const refused = await fetch(`${server.url}/rest/v1/users?select=id`, {
    headers: { apikey: server.publishableKey, authorization: `Bearer ${session.access_token}` },
  });
  expect(refused.status).toBe(401);
  await resize(page, { width: 390, height: 844 });
  await screen.dialog.getByRole('textbox', { name: 'Reason' }).fill('Phone was stolen');
  const remove = screen.dialog.getByRole('button', { name: 'Remove all second factors' });
  await expect(remove).toBeInViewport({ ratio: 1 });
  await remove.press('Enter');
  await expect(
    page.getByTestId('toast').filter({ hasText: 'Second factors and passkeys removed' }),
  ).toBeVisible();
});

import { generate } from 'otplib/functional';
import { expectScreenAccessible } from '../../fixtures/accessible.ts';
import { expect, test } from '../../fixtures/named-server.ts';
import { addPasskey, connectAuthenticator } from '../../fixtures/authenticator.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';

test('ACCT-27 ACCT-28 ACCT-35 a passkey is added in the settings, signs in, and is removed', async ({
  page,
  signIn,
  newUser,
}) => {
  const authenticator = await connectAuthenticator(page);
  await signIn(page, await newUser());
  await page.goto('/account/security');
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  const add = passkeys.getByRole('button', { name: 'Add passkey' });
  await authenticator.verifyUser(false);
  await add.press('Enter');
  await expect(page.getByText('No passkey was added.')).toBeVisible();
  await authenticator.verifyUser(true);
  await add.press('Enter');
  await expect(passkeys.getByRole('listitem')).toContainText('Added just now');
  await passkeys.getByRole('button', { name: /^Rename Chrome on / }).press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill('Work phone');
  await page.keyboard.press('Enter');
  await expect(passkeys.getByRole('listitem')).toContainText('Work phone');
  await add.press('Enter');
  await expect(page.getByText('already has a passkey')).toBeVisible();
  await expectScreenAccessible(page);

  await authenticator.simulatePresence(false);
  const header = new AppHeader(page);
  await header.openMenu();
  await header.item('Sign Out').press('Enter');
  await page.getByRole('button', { name: 'Complete Sign Out' }).press('Enter');
  await expect(page).toHaveURL('/auth/sign-in');
  const screen = new SignInPage(page);
  await expect(screen.passkey).toBeVisible();
  await expectScreenAccessible(page);
  await authenticator.simulatePresence(true);
  await authenticator.verifyUser(false);
  await screen.passkey.press('Enter');
  await expect(page.getByText('No passkey was used.')).toBeVisible();
  await authenticator.verifyUser(true);
  await screen.passkey.press('Enter');
  await expect(header.account).toBeVisible();

  await page.goto('/account/security');
  await expect(passkeys.getByRole('listitem')).toContainText('Last used just now');
  await passkeys.getByRole('button', { name: 'Remove Work phone' }).press('Enter');
  await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);
  await page.evaluate(() => localStorage.clear());
  await authenticator.simulatePresence(false);
  await screen.open();
  await expect(screen.passkey).toBeEnabled();
  await authenticator.simulatePresence(true);
  await screen.passkey.press('Enter');
  await expect(page.getByText('does not open an account here')).toBeVisible();
});

test('ACCT-49 a passkey replaces the code after the password, and the session of the password ends', async ({
  page,
  signIn,
  newUser,
}) => {
  const user = await newUser();
  const authenticator = await connectAuthenticator(page);
  await signIn(page, user);
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Add authenticator app' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '');
  await dialog.getByRole('textbox').fill(await generate({ secret }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await addPasskey(page);

  const screen = new SignInPage(page);
  await page.evaluate(() => localStorage.clear());
  await authenticator.simulatePresence(false);
  await screen.open();
  await screen.signIn(user);
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await authenticator.simulatePresence(true);
  const passkey = page.getByRole('button', { name: 'Use a passkey' });
  await expectScreenAccessible(page);
  await authenticator.verifyUser(false);
  await passkey.press('Enter');
  await expect(page.getByText('Try again, or enter your code.')).toBeVisible();
  await authenticator.verifyUser(true);
  await passkey.press('Enter');
  await expect(new AppHeader(page).account).toBeVisible();
  await page.goto('/account/sessions');
  const sessions = page.getByRole('main').getByRole('listitem');
  // This one, and the one that was forgotten with the local storage.
  await expect(sessions).toHaveCount(2);
});

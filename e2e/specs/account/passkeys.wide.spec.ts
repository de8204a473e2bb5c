import { expectScreenAccessible } from '../../fixtures/accessible.ts';
import { expect, test } from '../../fixtures/named-server.ts';
import { addPasskey, connectAuthenticator } from '../../fixtures/authenticator.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';

test('ACCT-35 without support for passkeys there is no button, neither before nor after the app starts', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  const screen = new SignInPage(page);
  await screen.open();
  await expect(screen.email).toBeVisible();
  await expect(screen.passkey).toBeHidden();
  await expect(page.locator('#prerendered')).toHaveCount(0);
  await expect(screen.passkey).toBeHidden();
});

test('ACCT-70 the email field suggests passkeys, also after a wrong password, and a chosen one signs in', async ({
  page,
  signIn,
  newUser,
}) => {
  const user = await newUser();
  const authenticator = await connectAuthenticator(page);
  await signIn(page, user);
  await addPasskey(page);

  const screen = new SignInPage(page);
  const header = new AppHeader(page);
  const toasts = page.getByTestId('toast');
  const suggested = () => page.waitForResponse(/passkeys\/authentication\/options$/);
  await page.evaluate(() => localStorage.clear());
  await authenticator.simulatePresence(false);
  await Promise.all([suggested(), screen.open()]);
  await expect(screen.email).toHaveAttribute('autocomplete', 'username webauthn');
  await expect(screen.passkey).toBeEnabled();
  await expect(toasts).toHaveCount(0);
  await Promise.all([suggested(), screen.signIn({ ...user, password: 'not this one' })]);
  await expect(toasts).toHaveCount(1);
  await expectScreenAccessible(page);
  await screen.signIn(user);
  await expect(header.account).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await authenticator.simulatePresence(true);
  await screen.open();
  await expect(header.account).toBeVisible();
  await expect(toasts.filter({ hasText: 'Welcome back!' })).toBeVisible();
});

test('ACCT-49 ACCT-67 with MFA=all the password of a user with only a passkey leads to the passkey, which welcomes them', async ({
  page,
  server,
  signIn,
  newUser,
}) => {
  const user = await newUser();
  const authenticator = await connectAuthenticator(page);
  await signIn(page, user);
  await addPasskey(page);
  await page.evaluate(() => localStorage.clear());
  await authenticator.simulatePresence(false);
  await server.restart({ env: { MFA: 'all' } });

  const screen = new SignInPage(page);
  await screen.open();
  await screen.signIn(user);
  await expect(page.getByRole('heading', { name: 'Use your passkey' })).toBeVisible();
  const welcome = page.getByTestId('toast').filter({ hasText: 'Welcome back!' });
  // At once, since a toast disappears after a while, and later, since it may be late.
  expect(await welcome.count()).toBe(0);
  await expectScreenAccessible(page);
  expect(await welcome.count()).toBe(0);
  await authenticator.simulatePresence(true);
  await page.getByRole('button', { name: 'Use a passkey' }).press('Enter');
  await expect(welcome).toBeVisible();
  await expect(page.getByRole('heading', { name: /welcome/i })).toBeVisible();
  await server.restart();
});

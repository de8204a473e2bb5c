import { requestSession } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { ResetPasswordPage } from '../../pages/reset-password-page.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';
import { Toasts } from '../../pages/toasts.ts';

test('RESET-04 RESET-10 the mailed link sets a new password that works for sign-in, also after a reload of its form', async ({
  page,
  server,
  newUser,
}) => {
  const { email } = await newUser();
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.email.fill(email);
  await signIn.resetPassword.click();
  await page.goto(await server.lastMailLink(email));
  const reset = new ResetPasswordPage(page);
  await expect(reset.title).toBeVisible();
  await expect(page).toHaveURL('/auth/reset-password');
  await page.reload();
  await expect(reset.title).toBeVisible();
  await reset.update('another-password');
  await new Toasts(page).expectSuccess(
    'Password updated!',
    'Your password has been successfully updated.',
  );
  await expect(page).toHaveURL('/app');
  await expect(
    requestSession(server, { email, password: 'another-password' }),
  ).resolves.toBeTruthy();
});

import { generate } from 'otplib/functional';
import { requestSession } from '../fixtures/accounts.ts';
import { expect, test } from './journey.ts';
import type { Screen } from './screen.ts';

/** Returns the code that an authenticator app shows `steps` from now. */
function codeOf(secret: string, steps: number): Promise<string> {
  return generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
}

/** Adds an authenticator app on the screen Security. @returns its secret */
async function addApp(screen: Screen): Promise<string> {
  await screen.button('Add authenticator app').click();
  const dialog = screen.role('dialog');
  await dialog.text(/^Is the app on this device/).expectVisible();
  const secret = await screen.tab.evaluate(
    () => document.querySelector('[role=dialog] code')?.textContent.replaceAll(/\s/g, '') ?? '',
    null,
  );
  await dialog.role('textbox').fill(await codeOf(secret, 0));
  await screen.press('Enter');
  await dialog.expectHidden();
  return secret;
}

test('ACCT-80 a user changes name and theme, adds an authenticator app, signs in with its code, and ends another session', async ({
  server,
  newUser,
  openScreen,
}) => {
  const user = await newUser();
  const screen = await openScreen(user);
  await screen.open('/app');
  await screen.button(/^Account of/).click();
  await screen.role('menuitem', 'Settings').click();
  await screen.expectAddress(/\/account$/);
  await screen.role('textbox', 'Display name').fill('Zoë Ng');
  await screen.press('Enter');
  await screen.button('Account of Zoë Ng').expectVisible();

  await screen.link('Appearance').click();
  await screen.tabTo(screen.role('combobox', 'Theme'));
  await screen.type('Dark');
  const theme = () => screen.tab.evaluate(() => document.documentElement.dataset['theme'], null);
  await expect.poll(theme).toBe('dark');

  await screen.link('Security').click();
  const secret = await addApp(screen);
  await screen.button('Create codes').click();
  await screen.role('list', 'Recovery codes').role('listitem').expectCount(10);
  await screen.button('I have saved them').click();
  await screen.text(/^10 of 10 codes are left/).expectVisible();

  await screen.button(/^Account of/).click();
  await screen.role('menuitem', 'Sign Out').click();
  await screen.button('Complete Sign Out').click();
  await screen.field('Email').fill(user.email);
  await screen.field('Password').fill(user.password);
  await screen.press('Enter');
  await screen.role('textbox', '6-digit code').fill(await codeOf(secret, 1));
  await screen.press('Enter');
  await screen.expectAddress(/\/app$/);
  expect(await theme()).toBe('dark');

  const other = await requestSession(server, user);
  await screen.open('/account/sessions');
  const sessions = screen.role('main').role('listitem');
  await sessions.expectCount(2);
  await screen.button(/^End session/).click();
  await screen.role('alertdialog').button('End session').click();
  await sessions.expectCount(1);
  const refused = await fetch(`${server.url}/auth/v1/user`, {
    headers: { apikey: server.publishableKey, authorization: `Bearer ${other.access_token}` },
  });
  expect(refused.status).toBe(403);
});

test('ACCT-85 a user with an authenticator app resets a forgotten password, with the code on the same page', async ({
  server,
  newUser,
  openScreen,
}) => {
  const user = await newUser();
  const desk = await openScreen(user);
  await desk.open('/account/security');
  const secret = await addApp(desk);

  const other = await openScreen();
  await other.open('/auth/sign-in');
  await other.field('Email').fill(user.email);
  await other.button('Reset Password').click();
  await other.heading('Check your inbox').expectVisible();
  await other.open(await server.lastMailLink(user.email));
  await other.text(user.email).expectVisible();
  await other.field('New Password').fill('another-password');
  await other.field('Confirm New Password').fill('another-password');
  await other.button('Update Password').click();
  const code = other.role('textbox', '6-digit code');
  await code.fill('000000');
  await other.press('Enter');
  await other.text(/^This code is wrong/).expectVisible();
  await code.fill(await codeOf(secret, 1));
  await other.press('Enter');
  await other.expectAddress(/\/app$/);
  const session = await requestSession(server, { ...user, password: 'another-password' });
  expect(session.access_token).toBeTruthy();
});

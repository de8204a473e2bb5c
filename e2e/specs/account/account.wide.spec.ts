import { requestSession } from '../../fixtures/accounts.ts';
import { fetchAfresh } from '../../fixtures/fetch-afresh.ts';
import { expect, ownPage, test } from '../../fixtures/shared-page.ts';
import { AppHeader } from '../../pages/app-header.ts';

ownPage(
  'ACCT-71 a name that was changed on another device is in the header once the window gets the focus',
  async ({ page, server, signIn, newUser }) => {
    const user = await newUser();
    await signIn(page, user);
    await page.clock.install();
    await page.goto('/account');
    const { banner } = new AppHeader(page);
    await expect(banner.getByRole('button', { name: /^Account of/ })).toBeVisible();
    const other = await requestSession(server, user);
    const renamed = await fetch(`${server.url}/auth/v1/user`, {
      method: 'PUT',
      headers: {
        apikey: server.publishableKey,
        authorization: `Bearer ${other.access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ data: { display_name: 'Zoë Ng' } }),
    });
    expect(renamed.status).toBe(200);
    // The profile is read at most once a minute, and a page that opens may get the focus by itself.
    await page.clock.fastForward('01:01');
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(banner.getByRole('button', { name: 'Account of Zoë Ng' })).toBeVisible();
  },
);

test('ACCT-07 ACCT-73 a change long after the sign-in asks for the password and is made, and the earlier session ends', async ({
  page,
  signIn,
  newUser,
}) => {
  const user = await newUser();
  await signIn(page, user);
  await page.goto('/account/security');
  const late = { code: 400, error_code: 'reauthentication_needed', msg: 'Sign in again' };
  await page.route('**/auth/v1/factors', (route) => route.fulfill({ status: 400, json: late }), {
    times: 1,
  });
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Password', { exact: true }).fill('wrong-password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This password is wrong.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(user.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await page.goto('/account/sessions');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
});

ownPage(
  'ACCT-12 where the environment demands a second factor, users without one are led to its set-up',
  async ({ page, signIn }) => {
    await page.route('**/environment.json', async (route) => {
      const response = await fetchAfresh(route);
      await route.fulfill({ response, json: { ...(await response.json()), secondFactor: 'all' } });
    });
    await page.route('**/rpc/count_recovery_codes', (route) =>
      route.fulfill({ status: 403, json: { code: 'insufficient_aal', message: '' } }),
    );
    await signIn(page, 'worker');
    await page.goto('/app');
    await expect(page).toHaveURL('/account/security');
    await expect(page.getByText('Your organisation requires a second step.')).toBeVisible();
  },
);

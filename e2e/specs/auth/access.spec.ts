import { requestSession, demoAccounts, sessionKey } from '../../fixtures/accounts.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { Toasts } from '../../pages/toasts.ts';

test("STATE-01 shows 'Loading...' while the session is restored", async ({ page, server }) => {
  const session = await requestSession(server, demoAccounts.worker);
  await page.goto('/healthz');
  // An expired token: only the service can refresh the session.
  const ended = JSON.stringify({ ...session, expires_at: 1_000_000_000 });
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    sessionKey,
    ended,
  ] as const);
  const held = await holdRequests(page, '**/auth/v1/token?grant_type=refresh_token');
  await page.goto('/app');
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible();
  await expect(new AppHeader(page).account).toBeHidden();
  held.release();
  await expect(new AppHeader(page).account).toBeVisible();
});

test('ERR-03 a session that the service rejects redirects to sign-in with a notice', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'worker');
  await page.goto('/app');
  await expect(page.getByRole('heading', { name: 'Conversations' })).toBeVisible();
  const refusal = { status: 401, json: { ok: false, error: 'Not authenticated', code: 'bad_jwt' } };
  await page.route('**/functions/v1/conversations', (route) => route.fulfill(refusal));
  await page.route('**/auth/v1/token?grant_type=refresh_token', (route) =>
    route.fulfill({ status: 403, json: { error_code: 'bad_jwt', msg: 'invalid token' } }),
  );
  await page.reload();
  await expect(page).toHaveURL('/auth/sign-in');
  await expect(
    new Toasts(page).withText('Your session has ended', 'Please sign in again'),
  ).toBeVisible();
});

test('a session that expired while the page was closed redirects to sign-in with a notice', async ({
  page,
  server,
}) => {
  const session = await requestSession(server, demoAccounts.worker);
  await page.goto('/healthz');
  const expired = { ...session, expires_at: 1_000_000_000, refresh_token: 'used-up' };
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    sessionKey,
    JSON.stringify(expired),
  ] as const);
  await page.goto('/app');
  await expect(page).toHaveURL('/auth/sign-in');
  await expect(
    new Toasts(page).withText('Your session has ended', 'Please sign in again to continue.'),
  ).toBeVisible();
});

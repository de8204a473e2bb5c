import type { Page } from '@playwright/test';
import { demoAccounts } from '../../fixtures/accounts.ts';
import { expect, test, type Composition } from '../../fixtures/composition.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { RemoteArea } from '../../pages/remote-area.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';
import { SignOutPage } from '../../pages/sign-out-page.ts';

/** Rolls out chat 2.0.0 to an audience; all other users get 1.0.0. */
async function rollOut({ compose, release, remotes }: Composition, audience: object) {
  const rollouts = [{ release: await release('2.0.0'), audience }];
  await compose({ chat: { ...remotes.chat, rollouts } });
}

const rolledOut = (page: Page) => page.getByRole('heading', { name: 'Probe 2.0.0 chat' });

test('a rollout reaches its role, and another user who signs in on the same page gets their own version', async ({
  composition,
  page,
  signIn,
}) => {
  const [area, header] = [new RemoteArea(page), new AppHeader(page)];
  await rollOut(composition, { roles: ['admin'] });
  await signIn(page, 'admin');
  await page.goto('/app');
  await expect(rolledOut(page)).toBeVisible();

  await header.openMenu();
  await header.item('Sign Out').click();
  // It redirects to sign-in.
  await new SignOutPage(page).complete.click();
  await new SignInPage(page).signIn(demoAccounts.worker);
  await expect(area.screen('chat')).toBeVisible();
  await expect(page.getByText(`${demoAccounts.worker.email} of`)).toBeVisible();
});

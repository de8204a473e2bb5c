import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test, type Composition } from '../../fixtures/composition.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { RemoteArea } from '../../pages/remote-area.ts';

/** Rolls out chat 2.0.0 to an audience; all other users get 1.0.0. */
async function rollOut({ compose, release, remotes }: Composition, audience: object) {
  const rollouts = [{ release: await release('2.0.0'), audience }];
  await compose({ chat: { ...remotes.chat, rollouts } });
}

const rolledOut = (page: Page) => page.getByRole('heading', { name: 'Probe 2.0.0 chat' });

const hashAccount = (email: string) =>
  createHash('sha256').update(`chat:${email}`).digest('hex').slice(0, 32);

test('a rollout reaches listed accounts, whose email addresses are not in the manifest', async ({
  composition,
  page,
  signIn,
  newUser,
}) => {
  const [named, other] = [await newUser(), await newUser()];
  await rollOut(composition, { percent: 0, accounts: [hashAccount(named.email)] });
  await signIn(page, named);
  await page.goto('/app');
  await expect(rolledOut(page)).toBeVisible();
  await page.reload();
  await expect(rolledOut(page)).toBeVisible();

  await signIn(page, other);
  await page.goto('/app');
  await expect(new RemoteArea(page).screen('chat')).toBeVisible();
  const { server } = composition;
  expect(await (await fetch(`${server.url}/remotes.json`)).text()).not.toContain('@');
});

test('a role lookup that never finishes does not block the page; a percentage rollout needs no role', async ({
  composition,
  page,
  signIn,
}) => {
  await signIn(page, 'admin');
  await rollOut(composition, { percent: 100 });
  const roles = /\/rest\/v1\/users\?select=role/;
  const held = await holdRequests(page, roles);
  await page.goto('/app');
  await expect(rolledOut(page)).toBeVisible();

  await rollOut(composition, { roles: ['admin'] });
  await page.clock.install();
  const pendingRequest = page.waitForRequest(roles);
  await page.reload();
  await pendingRequest;
  await page.clock.fastForward(2_000);
  await expect(new RemoteArea(page).screen('chat')).toBeVisible();
  held.release();
});

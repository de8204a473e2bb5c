import { randomUUID } from 'node:crypto';
import { fetchAfresh } from '../../fixtures/fetch-afresh.ts';
import { requestSession, demoAccounts } from '../../fixtures/accounts.ts';
import type { RunningServer } from '../../fixtures/server.ts';
import { expect, ownPage } from '../../fixtures/shared-page.ts';
import { AdminPage } from '../../pages/admin-page.ts';

interface Load {
  version: string;
  outcome: string;
  milliseconds: number;
}

/** Reports loads of the chat, as a page of a support worker does. */
async function reportLoads(server: RunningServer, environment: string, loads: Load[]) {
  const { access_token } = await requestSession(server, demoAccounts.worker);
  const response = await fetch(`${server.url}/rest/v1/rpc/report_remote_loads`, {
    method: 'POST',
    headers: {
      apikey: server.publishableKey,
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      loads: loads.map((load) => ({
        ...load,
        environment,
        remote: 'chat',
        source: 'current',
      })),
    }),
  });
  if (!response.ok) throw new Error(`Reports: ${await response.text()}`);
}

ownPage(
  'INSTANT-04 each remote shows its audiences and versions, load times, failures, and differences between environments',
  async ({ page, server, signIn }) => {
    // A separate environment, so that no page of another test is counted.
    const name = `test-${randomUUID().slice(0, 8)}`;
    const manifest = await (await fetch(`${server.url}/remotes.json`)).json();
    const { rollouts: _rollouts, fallback: _fallback, ...chat } = manifest.remotes.chat;
    const release = { ...chat, version: '9.0.0-5eed5eed' };
    await page.route('**/environment.json', async (route) => {
      const response = await fetchAfresh(route);
      const own = { environment: name, environments: ['staging'] };
      await route.fulfill({ response, json: { ...(await response.json()), ...own } });
    });
    await page.route('**/environments/staging/remotes.json', (route) =>
      route.fulfill({ json: { ...manifest, remotes: { ...manifest.remotes, chat: release } } }),
    );
    await page.route(`${server.url}/remotes.json`, (route) =>
      route.fulfill({
        json: {
          ...manifest,
          remotes: {
            ...manifest.remotes,
            chat: {
              ...chat,
              fallback: { ...chat, version: '1.0.0-0badc0de' },
              rollouts: [{ release, audience: { percent: 20, roles: ['office'] } }],
            },
          },
        },
      }),
    );
    const { version } = chat;
    await reportLoads(server, name, [
      ...Array.from({ length: 4 }, () => ({ version, outcome: 'loaded', milliseconds: 300 })),
      { version, outcome: 'slow', milliseconds: 8000 },
      { version, outcome: 'slow', milliseconds: 8000 },
      ...Array.from({ length: 3 }, () => ({ version, outcome: 'lcp-good', milliseconds: 900 })),
      { version, outcome: 'lcp-poor', milliseconds: 5000 },
      { version, outcome: 'inp-good', milliseconds: 90 },
      { version, outcome: 'inp-fair', milliseconds: 300 },
    ]);

    await signIn(page, 'admin');
    const admin = new AdminPage(page);
    await admin.open();
    await admin.card('Health').getByRole('link', { name: 'Open health' }).click();
    await expect(admin.heading('Health')).toBeVisible();
    await expect(page.getByText('Needs attention: chat')).toBeVisible();
    const card = page.getByRole('region', { name: 'chat' });
    const fact = (term: string) => card.locator('dl > div', { hasText: term }).locator('dd');
    await expect(fact('Typical load time')).toHaveText('Under 500 ms');
    await expect(fact('Average')).toHaveText('300 ms');
    await expect(fact('On this page')).toHaveText('Not loaded');
    await expect(fact('Main content shown')).toHaveText('Good75 % good of 4 visits');
    await expect(fact('Response to input')).toHaveText('Needs improvement50 % good of 2 visits');
    await expect(fact('Content that moves')).toHaveCount(0);
    await expect(
      page.getByRole('region', { name: 'admin' }).locator('dl > div', { hasText: 'On this page' }),
    ).toHaveText(/\d m?s$/);
    await expect(card.getByRole('listitem')).toHaveText([
      /^20% of users and office staff9\.0\.0-5eed5eed0 loads$/,
      new RegExp(`^Everyone else${version}4 loadsYou$`),
      /^Pages not compatible with the current version1\.0\.0-0badc0de0 loads$/,
      new RegExp(`^Took longer than 8 seconds2 times${version}, last on `),
    ]);
    await card.locator('summary').press('Enter');
    await expect(
      card.getByRole('row', { name: /^@homie\/ui \^2\.0\.0 2\.0\.0 compatible$/ }),
    ).toBeVisible();
    const environments = page.getByRole('table', { name: 'Environments' });
    await expect(environments.getByRole('row', { name: /^chat / })).toHaveText(
      new RegExp(`^chat${version}Rolling out 9\\.0\\.0-5eed5eed9\\.0\\.0-5eed5eedDiffers$`),
    );
    await expect(environments.getByText('Differs')).toHaveCount(1);
  },
);

ownPage(
  'INSTANT-04 a page reports its Web Vitals for the remote it shows, without personal data',
  async ({ page, signIn }) => {
    await signIn(page, 'worker');
    const vitals: Load[] = [];
    page.on('request', (request) => {
      if (!request.url().endsWith('/rpc/report_remote_loads')) return;
      const { loads } = request.postDataJSON();
      vitals.push(...loads.filter(({ outcome }: Load) => /^(lcp|inp|cls)-/.test(outcome)));
    });
    const seen = (metric: string) => vitals.some(({ outcome }) => outcome.startsWith(metric));
    await page.clock.install();
    await page.goto('/app');
    await expect(page.getByRole('heading', { name: 'Conversations' })).toBeVisible();
    // The main content is what was shown before the first key.
    await expect
      .poll(async () => {
        await page.clock.fastForward(15_000);
        await page.keyboard.press('Shift');
        return seen('lcp');
      })
      .toBe(true);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
    const answered = page.waitForResponse('**/rpc/report_remote_loads');
    await expect
      .poll(async () => {
        await page.clock.fastForward(5_000);
        return seen('cls');
      })
      .toBe(true);
    expect((await answered).ok()).toBe(true);
    expect(vitals).toContainEqual(
      expect.objectContaining({ remote: 'chat', source: 'current', outcome: 'cls-good' }),
    );
    const fields = ['environment', 'milliseconds', 'outcome', 'remote', 'source', 'version'];
    for (const vital of vitals) expect(Object.keys(vital).sort()).toEqual(fields);
  },
);

import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/test.ts';

const kilobyte = 1000;

/**
 * Sum of all JavaScript that an address loads until the network is quiet, gzipped, in bytes.
 * @param part what the addresses of the counted scripts contain
 */
async function scriptBytes(page: Page, address: string, part = '/'): Promise<number> {
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (type.includes('javascript') && response.url().includes(part)) bodies.push(response.body());
  });
  // The changes are told in one answer without an end: while it is read the network is never quiet.
  await page.route('**/functions/v1/conversations', (route) =>
    route.request().postData()?.includes('/conversations/changes')
      ? route.fulfill({ status: 404 })
      : route.fallback(),
  );
  await page.goto(address, { waitUntil: 'networkidle' });
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body, { level: 9 }).length);
  return sizes.reduce((sum, size) => sum + size, 0);
}

test.describe('first load', () => {
  test('the landing page loads at most 200 KB of JavaScript', async ({ page }) => {
    expect(await scriptBytes(page, '/')).toBeLessThanOrEqual(200 * kilobyte);
  });

  test('the chat screen loads at most 250 KB of JavaScript', async ({ page, signIn }) => {
    await signIn(page, 'worker');
    const bytes = await scriptBytes(page, '/app');
    test.info().annotations.push({ type: 'bytes', description: String(bytes) });
    // The number means nothing unless the chat was really there.
    await expect(page.getByRole('heading', { name: 'Conversations' })).toBeVisible();
    expect(bytes).toBeLessThanOrEqual(250 * kilobyte);
  });

  for (const [path, table, remote] of [
    ['/admin/assistants', 'Assistants', 'admin'],
    ['/admin/participants', 'Participants', 'admin'],
    ['/admin/users', 'Users', 'admin'],
    ['/admin/audit', 'Audit logs', 'audit'],
  ] as const) {
    test(`${remote} loads at most 60 KB of JavaScript of its own for ${path}`, async ({
      page,
      signIn,
    }) => {
      await signIn(page, 'admin');
      const bytes = await scriptBytes(page, path, `/remotes/${remote}/`);
      test.info().annotations.push({ type: 'bytes', description: String(bytes) });
      await expect(page.getByRole('table', { name: table })).toBeVisible();
      expect(bytes).toBeLessThanOrEqual(60 * kilobyte);
    });
  }
});

import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures/shared-page.ts';
import { addUnusedAssistant, countReply } from '../fixtures/usage.ts';
import { AdminPage } from '../pages/admin-page.ts';

test('USAGE-03 the activity of the last seven days fits the narrowest screens, also with larger text', async ({
  page,
  server,
  openConversation,
}) => {
  await countReply(server, await openConversation('On a phone'));
  await page.setViewportSize({ width: 320, height: 640 });
  const admin = new AdminPage(page);
  await admin.open();
  const cells = admin.card('Last 7 days').getByRole('row').locator('th, td');
  await expect(cells).toHaveCount(4 * 8);
  const right = (edge: Locator) =>
    edge.evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().right)));
  for (const size of ['100%', '125%']) {
    await page.evaluate((value) => (document.documentElement.style.fontSize = value), size);
    expect(await right(admin.card('Last 7 days'))).toBeLessThanOrEqual(320);
    expect(await right(admin.card('Needs attention'))).toBeLessThanOrEqual(320);
    expect(await right(cells)).toBeLessThan(await right(admin.card('Last 7 days')));
  }
});

test('USAGE-15 on a phone the card of what needs attention is as high as its content', async ({
  page,
  server,
  signIn,
}) => {
  await addUnusedAssistant(server, 'On a phone', 'asst_phone');
  await signIn(page, 'admin');
  await page.setViewportSize({ width: 390, height: 844 });
  const admin = new AdminPage(page);
  await admin.open();
  const card = admin.card('Needs attention');
  const list = card.getByRole('list');
  await expect(list).toBeVisible();
  const bottom = (edge: Locator) =>
    edge.evaluate((element) => element.getBoundingClientRect().bottom);
  expect((await bottom(card)) - (await bottom(list))).toBeLessThan(32);
});

test('USAGE-11 nothing moves when a report with no replies arrives', async ({
  page,
  server,
  openConversation,
}) => {
  await countReply(server, await openConversation('Counted'));
  const none = { replies: 0, people: 0, failed: 0, input_tokens: null, output_tokens: null };
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/functions\/v1\/conversations/, async (route) => {
    if (!route.request().postData()?.includes('/usage?')) return route.fallback();
    await released;
    const response = await route.fetch();
    const report = await response.json();
    return route.fulfill({ response, json: { ...report, total: { ...report.total, ...none } } });
  });
  await page.goto('/admin/reports');
  const chart = page.locator('section[aria-label="Chart"]');
  await expect(chart).toBeVisible();
  const before = await chart.boundingBox();
  release();
  await expect(page.getByRole('definition').first()).toHaveText(/^\d/);
  expect(await chart.boundingBox()).toEqual(before);
});

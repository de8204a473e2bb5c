import type { Locator } from '@playwright/test';
import { callRest, setRole } from '../fixtures/records.ts';
import type { RunningServer } from '../fixtures/server.ts';
import { expect, test } from '../fixtures/shared-page.ts';
import type { Fixtures } from '../fixtures/test.ts';
import { AdminPage } from '../pages/admin-page.ts';

/** Sends a message, and makes its user an administrator once there is a reply. */
async function countReply(
  server: RunningServer,
  { account, chat }: Awaited<ReturnType<Fixtures['openConversation']>>,
) {
  await chat.write('Which form?');
  await chat.expectReplied(1);
  await setRole(server, account.email, 'admin');
}

/** Adds an assistant that no one may use. */
async function addUnusedAssistant(server: RunningServer, label: string, id: string) {
  await callRest(server, 'assistants', {
    method: 'POST',
    body: JSON.stringify({ label, openai_assistant_id: id }),
  });
}

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

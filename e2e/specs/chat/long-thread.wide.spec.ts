import { storeExchanges } from '../../fixtures/stored-messages.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { Toasts } from '../../pages/toasts.ts';

test('a URL with an unknown message shows the end of the conversation and an error', async ({
  page,
  openLongConversation,
}) => {
  const { conversation, thread, last } = await openLongConversation('The garden', 60);
  await page.goto(
    `/app?conversation=${conversation.id}&message=10000000-0000-4000-8000-000000000009`,
  );
  await new Toasts(page).expectError(
    'Message not found',
    'It is no longer part of this conversation.',
  );
  await expect(last).toBeInViewport();
  expect(await thread.fromEnd()).toBe(0);
});

test('a message that is scrolled out of view retains the focus', async ({
  openLongConversation,
}) => {
  const { thread, last } = await openLongConversation('The garden', 120);
  const regenerate = thread.action(last, 'Regenerate');
  await regenerate.focus();
  for (let turn = 0; turn < 4; turn += 1) await thread.wheel(-2500);
  await expect(regenerate).not.toBeInViewport();
  await expect(regenerate).toBeFocused();
});

test('print wraps long lines of code and shows ticked checkboxes', async ({
  page,
  server,
  openConversation,
}) => {
  const { conversation, chat } = await openConversation('On paper');
  const line = 'const words = "that go on and on"; '.repeat(6);
  const reply = ['- [x] Done', '', '```ts', line, '```'].join('\n');
  await storeExchanges(server, conversation.id, [{ question: 'Well?', reply }]);
  await page.reload();
  await expect(chat.replies).toContainText('Done');
  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('[data-print]');
  const code = paper.locator('pre');
  await expect(code).toContainText('that go on and on');
  expect(await code.evaluate((pre) => pre.scrollWidth - pre.clientWidth)).toBeLessThanOrEqual(0);
  const tick = await paper
    .getByRole('checkbox')
    .evaluate((box) => getComputedStyle(box, '::before').borderRightColor);
  expect(tick).toBe('rgb(0, 0, 0)');
});

test('Show earlier messages is reachable by keyboard, reports a failed load, and retries it', async ({
  page,
  openLongConversation,
}) => {
  const { chat, thread, messages } = await openLongConversation('The garden', 60);
  const restore = await chat.cutCalls(({ endpoint }) => endpoint.includes('before='));
  await thread.region.focus();
  await page.keyboard.press('Home');
  await expect(page.getByText('Earlier messages could not be loaded.')).toBeVisible();
  restore();
  await page.keyboard.press('Tab');
  await expect(thread.earlier).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(thread.earlier).toBeHidden();
  await expect(thread.region).toBeFocused();
  await page.keyboard.press('Home');
  await expect(thread.message(messages[0]?.id ?? '')).toBeInViewport();
});

test('OUT-04 Print loads every message first', async ({ page, openLongConversation }) => {
  const { chat } = await openLongConversation('The garden', 120);
  await page.evaluate(() => {
    window.print = () => {
      dispatchEvent(new Event('beforeprint'));
      document.title = `${document.querySelectorAll('[data-print] article').length} printed`;
    };
  });
  await chat.list.getByRole('button', { name: 'Actions for The garden' }).click();
  await page.getByRole('menuitem', { name: 'Print or save as PDF' }).click();
  await expect(page).toHaveTitle('120 printed');
});

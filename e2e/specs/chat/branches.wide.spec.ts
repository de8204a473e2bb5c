import { openSession } from '../../fixtures/accounts.ts';
import { readMessages } from '../../fixtures/conversations.ts';
import { expect, test } from '../../fixtures/held-replies.ts';
import { ChatPage, isReply, isSend } from '../../pages/chat-page.ts';
import { Thread } from '../../pages/thread.ts';
import { Toasts } from '../../pages/toasts.ts';
import { resize } from '../../fixtures/resize.ts';

test('an edit that fails to send can be resumed, and a regenerated reply is in the other tab too, and neither lost nor duplicated by a reload', async ({
  page,
  context,
  server,
  replies,
  openConversation,
}) => {
  const { chat, account, conversation } = await openConversation('Two tabs');
  const thread = new Thread(page);
  await chat.write('First words');
  await chat.expectReplied(1);

  await test.step('an edit that fails to send can be resumed with its text', async () => {
    await chat.answerCalls(isSend, {
      status: 429,
      body: JSON.stringify({ ok: false, error: 'Please wait a moment.', code: 'rate_limited' }),
    });
    await thread.action(chat.mine, 'Edit').click();
    const field = page.getByRole('textbox', { name: 'Edit message' });
    await field.fill('Other words');
    await field.press('Control+Enter');
    await new Toasts(page).expectError('Error', 'Please wait a moment.');
    await expect(chat.mine).toContainText('Not sent');
    await thread.action(chat.mine, 'Edit').click();
    await expect(field).toHaveValue('Other words');
    await field.press('Escape');
    await expect(chat.mine).toContainText('First words');
    await expect(chat.replies).toHaveCount(1);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  await test.step('a reply that is regenerated in one tab appears in the other', async () => {
    const other = await context.newPage();
    const there = new ChatPage(other);
    await there.open(conversation);
    await there.expectReplied(1);
    replies.hold();
    await thread.action(chat.replies, 'Regenerate').click();
    await expect(there.replies).toHaveAttribute('aria-busy', 'true');
    replies.finish();
    await there.expectReplied(1);
    await expect(there.replies).toContainText('2 of 2');
    await chat.expectReplied(1);
    expect(await readMessages(server, account, conversation.id)).toHaveLength(2);
    await other.close();
  });

  await test.step('a reload before the server responds to Regenerate neither loses nor duplicates the reply', async () => {
    await chat.holdCalls(isReply);
    replies.hold();
    await thread.action(chat.replies, 'Regenerate').click();
    await expect(chat.typing).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await expect(chat.replies).toHaveAttribute('aria-busy', 'true');
    replies.finish();
    await chat.expectReplied(1);
    await expect(chat.replies).toContainText('3 of 3');
    await page.reload();
    await expect(chat.replies).toContainText('3 of 3');
    expect(await readMessages(server, account, conversation.id)).toHaveLength(2);
  });
});

test('switching the branch on another device updates the open conversation', async ({
  page,
  browser,
  server,
  openConversation,
}) => {
  const { chat, account, conversation } = await openConversation('Two devices');
  await chat.write('One');
  await chat.expectReplied(1);
  const thread = new Thread(page);
  await thread.action(chat.mine, 'Edit').click();
  await page.getByRole('textbox', { name: 'Edit message' }).fill('Two');
  await page.getByRole('button', { name: 'Save & send' }).click();
  await chat.expectReplied(1);
  const elsewhere = await browser.newContext({ baseURL: server.url });
  const phone = await elsewhere.newPage();
  await openSession(phone, server, account);
  const there = new ChatPage(phone);
  await there.open(conversation);
  await expect(there.mine).toContainText('Two');
  await new Thread(phone).action(there.mine, 'Earlier message').click();
  await expect(there.mine).toContainText('One');
  await expect(chat.mine).toContainText('One');
  await elsewhere.close();
});

test('opening an edit scrolls its field into view', async ({ page, openConversation }) => {
  const { chat } = await openConversation('Long question');
  const thread = new Thread(page);
  await chat.write(Array.from({ length: 12 }, (_, line) => `Line ${line}`).join(' and '));
  await chat.expectReplied(1);
  await resize(page, { width: 390, height: 480 });
  await thread.action(chat.mine, 'Edit').click();
  const field = page.getByRole('textbox', { name: 'Edit message' });
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport({ ratio: 1 });
});

import type { Page } from '@playwright/test';
import { readMessages } from '../../fixtures/conversations.ts';
import { expect, FIRST_WORDS, test } from '../../fixtures/held-replies.ts';
import { tabTo } from '../../fixtures/tab-to.ts';
import { ChatPage, isSend } from '../../pages/chat-page.ts';
import { Thread } from '../../pages/thread.ts';

const queued = (page: Page) =>
  page.getByText('Will send when the reply is finished', { exact: true });

test('SEND-12 queued messages are sent after the reply or when it is stopped', async ({
  page,
  server,
  openConversation,
  replies,
}) => {
  await test.step('queues messages sent by key or button while a reply runs, and sends them in order after it', async () => {
    const { chat, account, conversation } = await openConversation('In a row');
    replies.hold();
    await chat.write('First');
    await expect(chat.replies).toContainText(FIRST_WORDS);
    await chat.composer.pressSequentially('Second');
    await chat.composer.press('Enter');
    await expect(queued(page)).toHaveCount(1);
    await expect(chat.composer).toHaveValue('');
    await expect(new Thread(page).announcement).toHaveText(
      'Your message will send when the reply is finished.',
    );
    await chat.composer.pressSequentially('Third');
    await chat.send.click();
    await expect(queued(page)).toHaveCount(2);
    await expect(chat.stop).toBeEnabled();
    await expect(chat.composer).toBeFocused();

    replies.finish();
    const stored = () => readMessages(server, account, conversation.id);
    await expect.poll(async () => (await stored()).length).toBe(6);
    await expect(queued(page)).toHaveCount(0);
    await expect(chat.replies.last()).toHaveAttribute('aria-busy', 'false');
    const mine = (await stored()).filter(({ role }) => role === 'user');
    expect(mine.map(({ content }) => content)).toEqual(['First', 'Second', 'Third']);
  });

  await test.step('stopping the reply by keyboard sends the queued message and retains the draft', async () => {
    const { chat } = await openConversation('Stopped');
    replies.hold();
    await chat.write('First');
    await expect(chat.replies).toContainText(FIRST_WORDS);
    await chat.write('Second');
    await expect(queued(page)).toBeVisible();
    await chat.composer.pressSequentially('Third');
    await tabTo(chat.stop);
    await page.keyboard.press('Enter');
    await expect(chat.replies.first()).toContainText('You stopped this reply.');
    await expect(queued(page)).toHaveCount(0);
    await expect(chat.replies.last()).toContainText(FIRST_WORDS);
    await expect(chat.composer).toHaveValue('Third');
    replies.finish();
    await chat.expectReplied(2);
  });
});

test('sends a queued message after the reply, also after a reload and with another tab open', async ({
  page,
  context,
  server,
  openConversation,
  replies,
}) => {
  const { chat, account, conversation } = await openConversation('Loaded again');
  const secondPage = await context.newPage();
  const second = new ChatPage(secondPage);
  await second.open();
  replies.hold();
  await chat.write('First');
  await expect(chat.replies).toContainText(FIRST_WORDS);
  await chat.write('Second');
  await expect(queued(page)).toBeVisible();
  await page.reload();
  await expect(chat.replies).toContainText(FIRST_WORDS);
  await expect(queued(page)).toBeVisible();
  await second.row('Loaded again').click();
  await expect(queued(secondPage)).toBeVisible();

  replies.finish();
  await chat.expectReplied(2);
  await second.expectReplied(2);
  const messages = await readMessages(server, account, conversation.id);
  const mine = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  expect(mine).toEqual(['First', 'Second']);
});

test('INSTANT-51 Cancel and Stop return a message that is retried to the composer, also after a reload', async ({
  page,
  server,
  openConversation,
}) => {
  const { chat, account, conversation } = await openConversation('Withdrawn');
  const restore = await chat.cutCalls(isSend);
  await chat.write('Not yet');
  await expect(chat.mine).toContainText('Trying again...');
  await page.reload();
  await expect(chat.mine).toContainText('Trying again...');
  await chat.mine.getByRole('button', { name: 'Cancel' }).click();
  await expect(chat.mine).toHaveCount(0);
  await expect(chat.composer).toHaveValue('Not yet');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(chat.mine).toContainText('Trying again...');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(chat.mine).toHaveCount(0);
  await expect(chat.composer).toHaveValue('Not yet');
  restore();
  await page.reload();
  await expect(chat.composer).toHaveValue('Not yet');
  expect(await readMessages(server, account, conversation.id)).toEqual([]);
});

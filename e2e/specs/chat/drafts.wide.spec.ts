import { textFile } from '../../fixtures/files.ts';
import { readMessages } from '../../fixtures/conversations.ts';
import { expect, ownPage, test } from '../../fixtures/shared-page.ts';
import { AttachedFiles } from '../../pages/attached-files.ts';
import { ChatPage } from '../../pages/chat-page.ts';
import { Toasts } from '../../pages/toasts.ts';

ownPage(
  'a draft with its files survives a reload and a closed page, and is sent with its files',
  async ({ page, context, openConversation }) => {
    const { chat, conversation } = await openConversation('Half');
    const files = new AttachedFiles(page);
    await chat.composer.fill('About this lease');
    await files.choose(textFile('lease.txt'));
    await files.expectAttached('lease.txt');
    await page.reload();
    await expect(chat.composer).toHaveValue('About this lease');
    await files.expectAttached('lease.txt');

    await page.close();
    const later = await context.newPage();
    const laterChat = new ChatPage(later);
    await laterChat.open(conversation);
    await expect(laterChat.composer).toHaveValue('About this lease');
    await new AttachedFiles(later).expectAttached('lease.txt');
    await laterChat.composer.press('Enter');
    await expect(laterChat.mine).toContainText('lease.txt');
    await laterChat.expectReplied(1);
  },
);

test('typing, attaching and sending work if local storage is full', async ({
  page,
  server,
  openConversation,
}) => {
  const { chat, account, conversation } = await openConversation('Full');
  await page.evaluate(() => {
    const fill = (size: number) => {
      try {
        for (let index = 0; ; index += 1)
          localStorage.setItem(`full.${size}.${index}`, 'x'.repeat(size));
      } catch {
        return;
      }
    };
    for (const size of [1_000_000, 10_000, 100, 1]) fill(size);
  });
  const files = new AttachedFiles(page);
  await chat.composer.fill('Still here');
  await files.choose(textFile('lease.txt'));
  await files.expectAttached('lease.txt');
  await expect(chat.composer).toHaveValue('Still here');
  await chat.composer.press('Enter');
  await chat.expectReplied(1);
  const [message] = await readMessages(server, account, conversation.id);
  expect(message?.content).toBe('Still here');
});

test('deleting a conversation deletes its draft', async ({ page, openConversation }) => {
  const { chat } = await openConversation('Short-lived');
  await chat.composer.fill('Something private');
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
  await expect.poll(stored).toContain('Something private');
  await chat.chooseAction('Short-lived', 'Delete');
  await chat.button('Delete').click();
  await new Toasts(page).expectSuccess('Conversation deleted successfully', '');
  await expect.poll(stored).not.toContain('Something private');
});

import { readMessages } from '../../fixtures/conversations.ts';
import { FIRST_PART, expect, test } from '../../fixtures/searching-provider.ts';

test('ERR-10 SEND-09 a reply that exceeds its time limit retains its text, reports the timeout, and can be continued', async ({
  page,
  server,
  openConversation,
}) => {
  const { chat, account, conversation } = await openConversation('Rent');
  await chat.write('Tell me slowly when rent is due');
  await expect(chat.replies).toContainText(FIRST_PART);
  const notice = 'The reply took too long and was stopped.';
  await expect(chat.replies).toContainText(notice);
  await page.reload();
  await expect(chat.replies).toContainText(FIRST_PART);
  await expect(chat.replies).toContainText(notice);

  await chat.replies.getByRole('button', { name: 'Continue' }).click();
  await expect(chat.replies).toContainText(`${FIRST_PART}on Fridays.`);
  await expect(chat.replies).not.toContainText(notice);
  await chat.expectReplied(1);
  expect(await readMessages(server, account, conversation.id)).toMatchObject([
    { role: 'user' },
    { role: 'assistant', content: `${FIRST_PART}on Fridays.` },
  ]);
});

import { expect, test } from '../../fixtures/test.ts';
import { ChatPage, isChange, isSend } from '../../pages/chat-page.ts';
import { Toasts } from '../../pages/toasts.ts';

/* The composer on the welcome screen, which creates a conversation with its first message. */

test('sends a question on the welcome screen to the selected assistant once, even if Send is double-clicked', async ({
  page,
  signIn,
  newUser,
}) => {
  await signIn(page, await newUser());
  const chat = new ChatPage(page);
  const calls = chat.watchCalls();
  await chat.open();
  const question = page.getByRole('textbox', { name: 'First message' });
  await expect(chat.send).toBeDisabled();
  await question.pressSequentially('Who do I tell about a near miss?');
  await page.getByRole('combobox', { name: 'Assistant' }).selectOption('Policy and procedures');
  await chat.send.dblclick();

  await expect(
    page.getByRole('heading', { level: 1, name: 'Policy and procedures' }),
  ).toBeVisible();
  await expect(chat.mine).toHaveText(/Who do I tell about a near miss\?/);
  await chat.expectReplied(1);
  await expect(chat.replies).toContainText('Incident procedure');
  await expect(chat.entries).toHaveText(['Today', 'Who do I tell about a near miss?']);
  expect(calls.filter(isChange('POST'))).toHaveLength(1);
  expect(calls.filter(isSend)).toHaveLength(1);
});

test('a question that fails to send stays in the field, also after a reload', async ({
  page,
  signIn,
  newUser,
}) => {
  await signIn(page, await newUser());
  const chat = new ChatPage(page);
  await chat.open();
  const question = page.getByRole('textbox', { name: 'First message' });
  await question.fill('First line');
  await question.press('Shift+Enter');
  await question.pressSequentially('second line');
  const reconnect = await chat.cutCalls(isChange('POST'));
  await expect(chat.send).toBeEnabled();
  await question.press('Enter');
  await new Toasts(page).expectError('Error', 'Failed to create conversation');
  await expect(question).toHaveValue('First line\nsecond line');
  await page.reload();
  await expect(question).toHaveValue('First line\nsecond line');

  reconnect();
  await chat.send.click();
  await expect(chat.mine).toHaveText(/First line\s*second line/);
  await page.goto('/app');
  await expect(question).toHaveValue('');
});

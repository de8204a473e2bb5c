import { expect, test } from '../../fixtures/shared-page.ts';
import { ChatPage, isChange } from '../../pages/chat-page.ts';

test('the last used assistant is preselected; a double click or Enter on an assistant creates the conversation', async ({
  page,
  openChat,
}) => {
  const { chat } = await openChat(['Before']);
  await page.goto('/app');
  await chat.newChat.click();
  const chosen = chat.dialog.getByRole('radio', { checked: true });
  await expect(chosen).toHaveCount(1);
  await chosen.press('Enter');
  await expect(chat.dialog).toBeHidden();
  await expect(chat.list.getByRole('link')).toHaveCount(2);
  await chat.newChat.click();
  await chat.assistant('Shift notes').dblclick();
  await expect(chat.dialog).toBeHidden();
  await expect(chat.list.getByRole('link')).toHaveCount(3);
  await expect(page.getByRole('heading', { level: 1, name: 'Shift notes' })).toBeVisible();
});

test('a double click on Create Chat creates one conversation; creating again with the same assistant opens the empty one', async ({
  openChat,
}) => {
  const { chat } = await openChat([]);
  const calls = chat.watchCalls();
  await chat.newChat.click();
  await chat.title.fill('Pressed twice');
  await chat.assistant('Shift notes').check();
  await chat.button('Create Chat').dblclick();
  await expect(chat.dialog).toBeHidden();
  await expect(chat.row('Pressed twice')).toHaveAttribute('aria-current', 'page');
  expect(calls.filter(isChange('POST'))).toHaveLength(1);

  for (const _time of [1, 2]) {
    await chat.newChat.click();
    await chat.assistant('Shift notes').check();
    await chat.button('Create Chat').click();
    await expect(chat.row('New conversation')).toHaveAttribute('aria-current', 'page');
  }
  expect(calls.filter(isChange('POST'))).toHaveLength(3);
  await expect(chat.entries).toHaveText(['Today', 'New conversation', 'Pressed twice']);
});

test('office staff, who have no access to participants, see no placeholder for the name of a participant', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'office');
  const chat = new ChatPage(page);
  await chat.open();
  await chat.newChat.click();
  const elsie = chat.dialog.getByRole('radio', { name: /^Elsie/ });
  await expect(elsie).toHaveAccessibleName('Elsie - garden and tenancy');
  await elsie.check();
  await chat.button('Create Chat').click();
  const header = page.getByRole('heading', { level: 1, name: 'Elsie - garden and tenancy' });
  await expect(header).toBeVisible();
  await expect(page.getByText('Unknown')).toHaveCount(0);
});

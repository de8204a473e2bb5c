import { startConversations } from '../../fixtures/conversations.ts';
import { storeConversations } from '../../fixtures/stored-conversations.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { ChatPage, isChange, isFollowing, isList } from '../../pages/chat-page.ts';
import { Toasts } from '../../pages/toasts.ts';

test('CONV-01 CONV-02 shows 3 skeleton rows while the list loads, then an empty state', async ({
  page,
  signIn,
  newUser,
}) => {
  await signIn(page, await newUser());
  const chat = new ChatPage(page);
  const held = await chat.holdCalls(isList);
  await chat.open();
  await expect(chat.sidebar.getByTestId('skeleton-row')).toHaveCount(3);
  held.release();
  await expect(chat.sidebar.getByText('No conversations yet')).toBeVisible();
  await expect(chat.sidebar.getByTestId('skeleton-row')).toHaveCount(0);
});

test("CONV-03 lists the user's conversations, newest first, and loads more on scrolling", async ({
  page,
  signIn,
  newUser,
  server,
}) => {
  const account = await newUser();
  const titles = Array.from({ length: 30 }, (_, index) => `Talk ${index + 1}`);
  await storeConversations(server, account, titles);
  await signIn(page, account);
  const chat = new ChatPage(page);
  // Slow, because rows are rendered some time after they arrive.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await chat.open();
  await expect(chat.list.getByRole('link').first()).toContainText('Talk 30');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(chat.list.getByRole('link')).toHaveCount(25);
  await chat.list.getByRole('link').last().scrollIntoViewIfNeeded();
  await expect(chat.list.getByRole('link')).toHaveCount(30);
  await expect(chat.list.getByRole('link').last()).toContainText('Talk 1');
});

test("ERR-05 a list that fails to load shows 'Failed to load conversations' and can be retried", async ({
  page,
  signIn,
  newUser,
}) => {
  await signIn(page, await newUser());
  const chat = new ChatPage(page);
  const restore = await chat.cutCalls(isList);
  // Subscribing to changes reloads the list automatically, which would leave nothing to retry.
  await chat.holdCalls(isFollowing);
  await chat.open();
  await new Toasts(page).expectError('Error', 'Failed to load conversations');
  restore();
  await chat.sidebar.getByRole('button', { name: 'Retry' }).click();
  await expect(chat.sidebar.getByText('No conversations yet')).toBeVisible();
});

test('CONV-09 CONV-11 RULE-13 rename stores the trimmed title; Save requires a title and shows progress', async ({
  page,
  openConversation,
}) => {
  const { chat } = await openConversation('Old name');
  await chat.chooseAction('Old name', 'Rename');
  await expect(chat.title).toHaveValue('Old name');
  await chat.title.fill('   ');
  await expect(chat.button('Save')).toBeDisabled();
  await chat.title.fill('  New name ');
  const held = await chat.holdCalls(isChange('PUT'));
  await chat.button('Save').click();
  await expect(chat.button('Saving...')).toBeDisabled();
  held.release();
  await new Toasts(page).expectSuccess('Conversation renamed successfully', '');
  await expect(chat.dialog).toBeHidden();
  await expect(chat.list.getByText('New name', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByText('New name', { exact: true }).last()).toBeVisible();
});

test('CONV-10 CONV-11 delete asks for confirmation, shows progress, and returns to the welcome screen', async ({
  page,
  signIn,
  newUser,
  server,
}) => {
  const account = await newUser();
  const [, conversation] = await startConversations(server, account, ['Stays', 'Goes']);
  await signIn(page, account);
  const chat = new ChatPage(page);
  await chat.open(conversation);
  await chat.chooseAction('Goes', 'Delete');
  const held = await chat.holdCalls(isChange('DELETE'));
  await chat.button('Delete').click();
  await expect(chat.button('Deleting...')).toBeDisabled();
  held.release();
  await new Toasts(page).expectSuccess('Conversation deleted successfully', '');
  await expect(chat.row('Goes')).toBeHidden();
  await expect(chat.row('Stays')).toBeFocused();
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await expect(page).toHaveURL('/app');
});

test('ERR-06 a failed rename or delete shows an error and changes nothing', async ({
  page,
  openChat,
}) => {
  const { chat } = await openChat(['Here to stay']);
  const toasts = new Toasts(page);
  await chat.cutCalls((call) => isChange('PUT')(call) || isChange('DELETE')(call));
  await chat.chooseAction('Here to stay', 'Rename');
  await chat.title.fill('Other');
  await chat.button('Save').click();
  await toasts.expectError('Error', 'Failed to rename conversation');
  await chat.button('Cancel').click();
  await chat.chooseAction('Here to stay', 'Delete');
  await chat.button('Delete').click();
  await toasts.expectError('Error', 'Failed to delete conversation');
  await chat.button('Cancel').click();
  await expect(chat.row('Here to stay')).toBeVisible();
});

test('CONV-12 cancelled or closed dialogs change nothing and restore the focus', async ({
  page,
  openChat,
}) => {
  const { chat } = await openChat(['Untouched']);
  const calls = chat.watchCalls();
  const menu = chat.list.getByRole('button', { name: 'Actions for Untouched' });

  await chat.newChat.click();
  await chat.title.fill('Never');
  await page.keyboard.press('Escape');
  await expect(chat.dialog).toBeHidden();
  await expect(chat.newChat).toBeFocused();

  await chat.chooseAction('Untouched', 'Rename');
  await chat.title.fill('Never');
  await chat.button('Cancel').click();
  await expect(chat.dialog).toBeHidden();
  await expect(menu).toBeFocused();

  await chat.chooseAction('Untouched', 'Delete');
  await chat.button('Cancel').click();
  await expect(chat.dialog).toBeHidden();
  await expect(menu).toBeFocused();

  await expect(chat.row('Untouched')).toBeVisible();
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
});

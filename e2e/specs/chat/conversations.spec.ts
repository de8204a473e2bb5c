import { startConversations } from '../../fixtures/conversations.ts';
import { expect, test } from '../../fixtures/test.ts';
import { ChatPage, isChange, isFollowing, isList } from '../../pages/chat-page.ts';
import { Toasts } from '../../pages/toasts.ts';

test('CONV-01 CONV-02 the list shows 3 skeleton rows while it loads, then says that there is nothing yet', async ({
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

test('CONV-03 the list shows the person’s conversations, newest first, and more on scrolling', async ({
  openChat,
}) => {
  const titles = Array.from({ length: 30 }, (_, index) => `Talk ${index + 1}`);
  const { chat } = await openChat(titles);
  await expect(chat.list.getByRole('link').first()).toContainText('Talk 30');
  await expect(chat.list.getByRole('link')).toHaveCount(25);
  await chat.list.getByRole('link').last().scrollIntoViewIfNeeded();
  await expect(chat.list.getByRole('link')).toHaveCount(30);
  await expect(chat.list.getByRole('link').last()).toContainText('Talk 1');
});

test("ERR-05 a list that does not load says 'Failed to load conversations' and can be tried again", async ({
  page,
  signIn,
  newUser,
}) => {
  await signIn(page, await newUser());
  const chat = new ChatPage(page);
  const mend = await chat.cutCalls(isList);
  // As soon as the changes are followed the list is read by itself, and there is nothing left to be tried again.
  await chat.holdCalls(isFollowing);
  await chat.open();
  await new Toasts(page).expectError('Error', 'Failed to load conversations');
  mend();
  await chat.sidebar.getByRole('button', { name: 'Retry' }).click();
  await expect(chat.sidebar.getByText('No conversations yet')).toBeVisible();
});

test('CONV-04 CONV-05 LIMIT-10 the dialog has title, search, grouped assistants, Cancel and Create Chat; search narrows the list', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'worker');
  const chat = new ChatPage(page);
  const calls = chat.watchCalls();
  await chat.open();
  await chat.newChat.first().click();
  await expect(chat.title).toBeVisible();
  await expect(chat.button('Cancel')).toBeVisible();
  await expect(chat.button('Create Chat')).toBeVisible();
  const group = (name: string) => chat.dialog.getByRole('group', { name });
  await expect(group('Organisation').getByRole('radio', { name: 'Shift notes' })).toBeVisible();
  await expect(group('Participants').getByRole('radio', { name: /^Maya/ })).toBeAttached();
  const searches = () => calls.filter(({ endpoint }) => endpoint.startsWith('/assistants'));
  expect(searches().map(({ endpoint }) => endpoint)).toEqual(['/assistants?limit=50']);

  await chat.dialog.getByRole('searchbox', { name: 'Search assistants' }).fill('ROST');
  await expect(group('Organisation').getByRole('radio')).toHaveCount(1);
  await expect(chat.assistant('Roster and leave')).toBeVisible();
  expect(searches().at(-1)?.endpoint).toBe('/assistants?q=ROST&limit=50');
  await chat.dialog.getByRole('searchbox', { name: 'Search assistants' }).fill('zzz');
  await expect(chat.dialog.getByText('No assistant fits this search.')).toBeVisible();
});

test('CONV-06 CONV-07 CONV-08 Create Chat creates the conversation, says so, and opens it', async ({
  page,
  signIn,
  newUser,
}) => {
  await signIn(page, await newUser());
  const chat = new ChatPage(page);
  await chat.open();
  await chat.newChat.first().click();
  await chat.title.fill('  Handover on Friday  ');
  // The keyboard alone does it: to the assistants, one further, confirm.
  await chat.assistant('Policy and procedures').focus();
  await page.keyboard.press('ArrowDown');
  await expect(chat.assistant('Property maintenance')).toBeChecked();
  await page.keyboard.press('Enter');
  await new Toasts(page).expectSuccess('Conversation Created', 'Handover on Friday');
  await expect(chat.dialog).toBeHidden();
  await expect(chat.row('Handover on Friday')).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { level: 1, name: 'Property maintenance' })).toBeVisible();
  await expect(page).toHaveURL(/conversation=[\w-]+&assistant=[\w-]+/);
  await expect(chat.composer).toBeFocused();
});

test("RULE-08 a blank title becomes 'New conversation'", async ({ page, signIn, newUser }) => {
  await signIn(page, await newUser());
  const chat = new ChatPage(page);
  await chat.open();
  await chat.newChat.first().click();
  await chat.title.fill('   ');
  await chat.assistant('Shift notes').check();
  await chat.button('Create Chat').click();
  await expect(chat.row('New conversation')).toBeVisible();
});

test('the assistant used last is chosen already; a double click or Enter on one creates', async ({
  page,
  openChat,
}) => {
  const { chat } = await openChat(['Before']);
  await page.goto('/app');
  await chat.newChat.first().click();
  const chosen = chat.dialog.getByRole('radio', { checked: true });
  await expect(chosen).toHaveCount(1);
  await chosen.press('Enter');
  await expect(chat.dialog).toBeHidden();
  await expect(chat.list.getByRole('link')).toHaveCount(2);
  await chat.newChat.first().click();
  await chat.assistant('Shift notes').dblclick();
  await expect(chat.dialog).toBeHidden();
  await expect(chat.list.getByRole('link')).toHaveCount(3);
  await expect(page.getByRole('heading', { level: 1, name: 'Shift notes' })).toBeVisible();
});

test("RULE-09 without an assistant it is 'Please select an assistant to continue.'", async ({
  page,
  signIn,
  newUser,
}) => {
  await signIn(page, await newUser());
  const chat = new ChatPage(page);
  const calls = chat.watchCalls();
  await chat.open();
  await chat.newChat.first().click();
  await chat.title.fill('Without anybody');
  await chat.button('Create Chat').click();
  const alert = chat.dialog.getByRole('alert');
  await expect(alert).toHaveText('Please select an assistant to continue.');
  await chat.assistant('Shift notes').check();
  await expect(alert).toBeHidden();
  expect(calls.filter(isChange('POST'))).toEqual([]);
});

test("ERR-04 a creation that fails shows 'Failed to create conversation' and keeps what was typed", async ({
  page,
  signIn,
  newUser,
}) => {
  await signIn(page, await newUser());
  const chat = new ChatPage(page);
  await chat.cutCalls(isChange('POST'));
  await chat.open();
  await chat.newChat.first().click();
  await chat.title.fill('Kept');
  await chat.assistant('Shift notes').check();
  await chat.button('Create Chat').click();
  await new Toasts(page).expectError('Error', 'Failed to create conversation');
  await expect(chat.title).toHaveValue('Kept');
});

test("ERR-07 an assistant that is closed to the person in the meantime is 'Access Denied'", async ({
  page,
  signIn,
  newUser,
  server,
}) => {
  await signIn(page, await newUser());
  const chat = new ChatPage(page);
  await chat.open();
  await chat.newChat.first().click();
  const closed = chat.assistant('Roster and leave');
  await closed.check();
  const grants = `${server.url}/rest/v1/assistant_role_access`;
  const headers = {
    apikey: server.secretKey,
    authorization: `Bearer ${server.secretKey}`,
    'content-type': 'application/json',
  };
  const query = `${grants}?assistant_id=eq.${await closed.getAttribute('value')}`;
  const kept: unknown = await (await fetch(query, { headers })).json();
  await fetch(query, { method: 'DELETE', headers });
  await chat.button('Create Chat').click();
  await new Toasts(page).expectError('Access Denied', "You don't have access to this assistant.");
  await fetch(grants, { method: 'POST', headers, body: JSON.stringify(kept) });
});

test("ERR-05 assistants that do not load say 'Failed to load assistants' and can be tried again", async ({
  page,
  signIn,
  newUser,
}) => {
  await signIn(page, await newUser());
  const chat = new ChatPage(page);
  const mend = await chat.cutCalls(({ endpoint }) => endpoint.startsWith('/assistants'));
  await chat.open();
  await chat.newChat.first().click();
  await new Toasts(page).expectError('Error', 'Failed to load assistants');
  mend();
  await chat.button('Retry').click();
  await expect(chat.assistant('Shift notes')).toBeVisible();
});

test('CONV-09 CONV-11 RULE-13 rename stores the trimmed title; Save waits for one and shows that it saves', async ({
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

test('CONV-10 CONV-11 delete asks, shows that it deletes, and leaves the welcome', async ({
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

test('ERR-06 a rename and a delete that fail say so and change nothing', async ({
  page,
  signIn,
  newUser,
  server,
}) => {
  const account = await newUser();
  await startConversations(server, account, ['Here to stay']);
  await signIn(page, account);
  const chat = new ChatPage(page);
  const toasts = new Toasts(page);
  await chat.cutCalls((call) => isChange('PUT')(call) || isChange('DELETE')(call));
  await chat.open();
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

test('CONV-12 dialogs that are cancelled or closed change nothing and give the focus back', async ({
  page,
  signIn,
  newUser,
  server,
}) => {
  const account = await newUser();
  await startConversations(server, account, ['Untouched']);
  await signIn(page, account);
  const chat = new ChatPage(page);
  const calls = chat.watchCalls();
  await chat.open();
  const menu = chat.list.getByRole('button', { name: 'Actions for Untouched' });

  await chat.newChat.first().click();
  await chat.title.fill('Never');
  await page.keyboard.press('Escape');
  await expect(chat.dialog).toBeHidden();
  await expect(chat.newChat.first()).toBeFocused();

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

test('the open conversation has its actions in its header too', async ({
  page,
  openConversation,
}) => {
  const { chat } = await openConversation('At hand');
  const actions = page.getByRole('button', { name: 'Conversation actions' });
  const main = page.getByRole('main');
  await actions.click();
  await page.getByRole('menuitem', { name: 'Pin' }).click();
  await expect(main.getByTitle('Pinned')).toBeVisible();
  await actions.click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(main.getByTitle('Archived')).toBeVisible();
  await actions.click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(chat.title).toHaveValue('At hand');
});

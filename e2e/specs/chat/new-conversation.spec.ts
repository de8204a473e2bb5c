import { expect, test } from '../../fixtures/shared-page.ts';
import { ChatPage, isChange } from '../../pages/chat-page.ts';
import { Toasts } from '../../pages/toasts.ts';

test('CONV-04 CONV-05 LIMIT-10 ERR-07 the dialog offers and searches assistants, and says if access was revoked', async ({
  page,
  server,
  signIn,
}) => {
  await signIn(page, 'worker');
  const chat = new ChatPage(page);
  await test.step('the dialog has title, search, grouped assistants, Cancel and Create Chat; search filters the list', async () => {
    const calls = chat.watchCalls();
    await chat.open();
    await chat.newChat.click();
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
    await expect(chat.dialog.getByText('No assistants match your search.')).toBeVisible();
  });

  await test.step("shows 'Access Denied' for an assistant to which access was revoked in the meantime", async () => {
    await chat.dialog.getByRole('searchbox', { name: 'Search assistants' }).fill('');
    const closed = chat.assistant('Roster and leave');
    await closed.check();
    const grants = `${server.url}/rest/v1/assistant_role_access`;
    const headers = {
      apikey: server.secretKey,
      authorization: `Bearer ${server.secretKey}`,
      'content-type': 'application/json',
    };
    const query = `${grants}?assistant_id=eq.${await closed.getAttribute('value')}`;
    const stored: unknown = await (await fetch(query, { headers })).json();
    await fetch(query, { method: 'DELETE', headers });
    await chat.button('Create Chat').click();
    await new Toasts(page).expectError('Access Denied', "You don't have access to this assistant.");
    await fetch(grants, { method: 'POST', headers, body: JSON.stringify(stored) });
  });
});

test('ERR-04 ERR-05 RULE-08 RULE-09 CONV-06 CONV-07 CONV-08 the dialog says what failed or is missing, and creates the conversation', async ({
  page,
  show,
}) => {
  const chat = new ChatPage(page);
  const toasts = new Toasts(page);
  await test.step('assistants that fail to load can be retried, a missing selection is reported, a failed creation retains the title, and a blank title becomes New conversation', async () => {
    const restore = await chat.cutCalls(({ endpoint }) => endpoint.startsWith('/assistants'));
    const calls = chat.watchCalls();
    await show();
    await chat.newChat.click();
    await toasts.expectError('Error', 'Failed to load assistants');
    restore();
    await chat.button('Retry').click();
    await expect(chat.assistant('Shift notes')).toBeVisible();

    await chat.title.fill('Kept');
    await chat.button('Create Chat').click();
    const alert = chat.dialog.getByText('Please select an assistant to continue.');
    await expect(alert).toHaveRole('alert');
    await chat.assistant('Shift notes').check();
    await expect(alert).toBeHidden();
    expect(calls.filter(isChange('POST'))).toEqual([]);

    const restoreCreation = await chat.cutCalls(isChange('POST'));
    await chat.button('Create Chat').click();
    await toasts.expectError('Error', 'Failed to create conversation');
    await expect(chat.title).toHaveValue('Kept');
    restoreCreation();
    await chat.title.fill('   ');
    await chat.button('Create Chat').click();
    await expect(chat.row('New conversation')).toBeVisible();
  });

  await test.step('Create Chat creates the conversation, confirms it, and opens it', async () => {
    await chat.newChat.click();
    await chat.title.fill('  Handover on Friday  ');
    // By keyboard alone: focus the assistants, select the next one, confirm.
    await chat.assistant('Policy and procedures').focus();
    await page.keyboard.press('ArrowDown');
    await expect(chat.assistant('Property maintenance')).toBeChecked();
    await page.keyboard.press('Enter');
    await toasts.expectSuccess('Conversation Created', 'Handover on Friday');
    await toasts.expectClearOf(
      chat.newChat,
      chat.sidebar.getByText('Signed in as'),
      chat.sidebar.getByRole('button', { name: 'Commands' }),
      chat.sidebar.getByRole('button', { name: 'Keyboard shortcuts' }),
      chat.composer,
    );
    await expect(chat.dialog).toBeHidden();
    await expect(chat.row('Handover on Friday')).toHaveAttribute('aria-current', 'page');
    await expect(
      page.getByRole('heading', { level: 1, name: 'Property maintenance' }),
    ).toBeVisible();
    await expect(page).toHaveURL(/conversation=[\w-]+&assistant=[\w-]+/);
    await expect(chat.composer).toBeFocused();
  });
});

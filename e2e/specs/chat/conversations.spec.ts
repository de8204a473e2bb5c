import { expect, test } from '../../fixtures/shared-page.ts';
import { ChatPage, isChange, isFollowing, isList } from '../../pages/chat-page.ts';
import { Toasts } from '../../pages/toasts.ts';

test('CONV-01 CONV-02 ERR-05 the list shows skeletons while it loads, a failure that can be retried, and an empty state', async ({
  page,
  show,
}) => {
  const chat = new ChatPage(page);
  const restore = await chat.cutCalls(isList);
  // Subscribing to changes reloads the list automatically, which would leave nothing to retry.
  await chat.holdCalls(isFollowing);
  const skeletons = chat.sidebar.getByTestId('skeleton-row');
  await test.step('shows 3 skeleton rows while the list loads', async () => {
    const held = await chat.holdCalls(isList);
    await show();
    await expect(skeletons).toHaveCount(3);
    held.release();
  });

  await test.step("a list that fails to load shows 'Failed to load conversations' and can be retried", async () => {
    await new Toasts(page).expectError('Error', 'Failed to load conversations');
    restore();
    await chat.sidebar.getByRole('button', { name: 'Retry' }).click();
    await expect(chat.sidebar.getByText('No conversations yet')).toBeVisible();
    await expect(skeletons).toHaveCount(0);
  });
});

test('CONV-12 ERR-06 CONV-09 CONV-11 RULE-13 CONV-10 conversations are renamed and deleted, unless that fails or is cancelled', async ({
  page,
  openChat,
  openConversation,
}) => {
  const { chat } = await openChat(['Untouched', 'Here to stay']);
  const toasts = new Toasts(page);
  await test.step('cancelled or closed dialogs change nothing and restore the focus', async () => {
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

  await test.step('a failed rename or delete shows an error and changes nothing', async () => {
    const restore = await chat.cutCalls(
      (call) => isChange('PUT')(call) || isChange('DELETE')(call),
    );
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
    restore();
  });

  await test.step('rename stores the trimmed title; Save requires a title and shows progress', async () => {
    await openConversation('Old name');
    await chat.chooseAction('Old name', 'Rename');
    await expect(chat.title).toHaveValue('Old name');
    await chat.title.fill('   ');
    await expect(chat.button('Save')).toBeDisabled();
    await chat.title.fill('  New name ');
    const held = await chat.holdCalls(isChange('PUT'));
    await chat.button('Save').click();
    await expect(chat.button('Saving...')).toBeDisabled();
    held.release();
    await toasts.expectSuccess('Conversation renamed successfully', '');
    await expect(chat.dialog).toBeHidden();
    await expect(chat.list.getByText('New name', { exact: true })).toBeVisible();
    await expect(
      page.getByRole('main').getByText('New name', { exact: true }).last(),
    ).toBeVisible();
  });

  await test.step('delete asks for confirmation, shows progress, and returns to the welcome screen', async () => {
    await chat.chooseAction('New name', 'Delete');
    const held = await chat.holdCalls(isChange('DELETE'));
    await chat.button('Delete').click();
    await expect(chat.button('Deleting...')).toBeDisabled();
    held.release();
    await toasts.expectSuccess('Conversation deleted successfully', '');
    await expect(chat.row('New name')).toBeHidden();
    await expect(chat.row('Here to stay')).toBeFocused();
    await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
    await expect(page).toHaveURL('/app');
  });
});

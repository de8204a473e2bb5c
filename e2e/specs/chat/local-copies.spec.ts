import { startConversations } from '../../fixtures/conversations.ts';
import { readCopies, storeCopies } from '../../fixtures/device-copies.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { callRest } from '../../fixtures/records.ts';
import { FUNCTION, openStored, WORDS } from '../../fixtures/stored-copies.ts';
import { expect, test } from '../../fixtures/test.ts';
import { ChatPage } from '../../pages/chat-page.ts';
import { SignOutPage } from '../../pages/sign-out-page.ts';

test.describe('copies on the device', () => {
  test.beforeEach(({ context }) => storeCopies(context, 'device'));

  test('INSTANT-05 a later visit shows list and conversation before the server responds, and then what the server has', async ({
    page,
    server,
    openConversation,
  }) => {
    const { chat, account, conversation } = await openStored(page, openConversation);
    const held = await holdRequests(page, FUNCTION);
    await page.reload();
    await expect(chat.mine).toContainText(WORDS);
    await expect(chat.replies).toHaveCount(1);
    await expect(chat.row('Roses')).toBeVisible();
    // The server is about to respond: the age of the copy is of no interest.
    await expect(page.getByText('Saved copy')).toHaveCount(0);

    await callRest(server, `conversations?id=eq.${conversation.id}`, {
      method: 'PATCH',
      body: JSON.stringify({ title: 'Tulips' }),
    });
    await startConversations(server, account, ['Lawn']);
    held.release();
    await expect(chat.row('Lawn')).toBeVisible();
    await expect(chat.row('Tulips')).toBeVisible();
    await expect(chat.row('Roses')).toHaveCount(0);
  });

  test('INSTANT-06 the device stores no readable text, and a key that scripts cannot export', async ({
    page,
    openConversation,
  }) => {
    const { conversation } = await openStored(page, openConversation);
    const [stored] = await readCopies(page);
    expect(stored).toMatchObject({ keys: 1, isKeyExtractable: false });
    expect(stored?.text).toContain(conversation.id);
    for (const words of [WORDS, 'roses', 'Roses', 'content', 'Policy and procedures'])
      expect(stored?.text).not.toContain(words);
  });

  test('INSTANT-07 signing out deletes the copies and their key, also those that another tab shows', async ({
    page,
    context,
    openConversation,
  }) => {
    const { conversation } = await openStored(page, openConversation);
    const other = new ChatPage(await context.newPage());
    await other.open(conversation);
    await expect(other.mine).toContainText(WORDS);
    await new SignOutPage(page).open();
    await expect(page.getByText('You have been signed out successfully')).toBeVisible();
    await expect(other.page).toHaveURL('/auth/sign-in');
    await expect.poll(() => readCopies(page)).toEqual([]);
  });

  test('INSTANT-10 without a connection a copy is shown with its age, and messages wait to be sent', async ({
    page,
    context,
    server,
    openConversation,
  }) => {
    const { chat, account } = await openStored(page, openConversation);
    const [other] = await startConversations(server, account, ['Lawn']);
    const held = await holdRequests(page, FUNCTION);
    await page.goto(`/app?conversation=${other?.id}`);
    await expect(page.getByRole('main').getByRole('textbox', { name: 'Message' })).toBeVisible();
    // In the stored screen too, until the app has replaced it.
    await expect(page.getByText('Loading messages').first()).toBeAttached();
    await expect(chat.row('Roses')).toBeVisible();
    await context.setOffline(true);
    await chat.row('Roses').click();
    await expect(chat.mine).toContainText(WORDS);
    await expect(
      page.getByRole('status').filter({ hasText: 'Saved copy, just now' }),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: "You're offline" })).toHaveCount(0);
    await chat.write('And which tulips?');
    await expect(page.getByText('Waiting to send')).toBeVisible();

    held.release();
    await context.setOffline(false);
    await chat.expectReplied(2);
    await expect(page.getByText('Saved copy')).toHaveCount(0);
  });
});

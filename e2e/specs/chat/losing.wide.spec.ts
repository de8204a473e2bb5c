import { sessionKey } from '../../fixtures/accounts.ts';
import { isChanges } from '../../fixtures/changes-feed.ts';
import { startConversations } from '../../fixtures/conversations.ts';
import { saveData } from '../../fixtures/save-data.ts';
import { expect, ownPage, test } from '../../fixtures/shared-page.ts';
import { ChatPage, isChange } from '../../pages/chat-page.ts';
import { Toasts } from '../../pages/toasts.ts';

/* The chat after the loss of a conversation, of the session or of the connection. */

for (const order of ['before', 'after'] as const)
  test(`an archived conversation that the user deletes is not reported as deleted elsewhere when the change arrives ${order} the response`, async ({
    page,
    openChat,
  }) => {
    let reported = false;
    const { chat, conversations } = await openChat(['Other', 'Old plan']);
    const [, old] = conversations;
    await chat.chooseAction('Old plan', 'Archive');
    await page.goto(`/app?conversation=${old?.id}`);
    await expect(chat.composer).toBeVisible();
    // The position in the change feed, which the page stores with each change.
    const position = () =>
      page.evaluate(() => Object.entries(localStorage).find(([key]) => key.endsWith('.changes')));
    await page.route('**/functions/v1/conversations', async (route) => {
      if (!isChange('DELETE')(route.request().postDataJSON())) return route.fallback();
      const start = await position();
      const response = await route.fetch();
      if (order === 'before') await expect.poll(position).not.toEqual(start);
      await route.fulfill({ response });
      if (order === 'after') await expect.poll(position).not.toEqual(start);
      reported = true;
    });
    await page.getByRole('button', { name: 'Conversation actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await chat.button('Delete').click();
    await expect.poll(() => reported).toBe(true);
    const toasts = new Toasts(page);
    await toasts.expectSuccess('Conversation deleted', 'successfully');
    await expect(page.getByRole('heading', { name: 'Welcome to Second Homie' })).toBeVisible();
    await expect(page.getByText('another window')).toHaveCount(0);
  });

ownPage(
  'a conversation that is not loaded shows an offline notice, and loads once the browser is online',
  async ({ page, context, openChat }) => {
    // Otherwise the conversation is loaded before it is opened.
    await saveData(page);
    const { chat, conversations } = await openChat(['First', 'Second']);
    await chat.open(conversations[1]);
    await context.setOffline(true);
    await chat.row('First').click();
    const offline = page.getByRole('main').getByRole('heading', { name: "You're offline" });
    await expect(offline).toBeVisible();
    await context.setOffline(false);
    await expect(offline).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Start the conversation' })).toBeVisible();
  },
);

test('Create Chat in a session that was revoked elsewhere redirects to sign-in with a reason', async ({
  page,
  server,
  signIn,
  newUser,
}) => {
  const account = await signIn(page, await newUser());
  const [conversation] = await startConversations(server, account, ['Here']);
  const chat = new ChatPage(page);
  // Only the press may find the end of the session, and no other request of the page.
  let isHeld = isChanges;
  await page.route(/\/(functions|rest)\/v1\//, async (route) => {
    if (!isHeld(route.request().postData())) await route.fallback();
  });
  await chat.open(conversation);
  await chat.newChat.click();
  const create = chat.dialog.getByRole('button', { name: 'Create Chat' });
  await expect(create).toBeEnabled();
  isHeld = (body) => !body || !isChange('POST')(JSON.parse(body));
  const session = await page.evaluate((key) => localStorage.getItem(key), sessionKey);
  const { access_token } = JSON.parse(session ?? '{}') as { access_token?: string };
  await fetch(`${server.url}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, authorization: `Bearer ${access_token}` },
  });
  await create.click();
  await expect(
    new Toasts(page).withText('Your session has ended', 'Please sign in again to continue.'),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/sign-in/);
});

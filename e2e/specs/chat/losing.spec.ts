import { randomUUID } from 'node:crypto';
import { grantToUser, makeAssistant } from '../../fixtures/administration.ts';
import { callRest, readUser } from '../../fixtures/records.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { ChatPage } from '../../pages/chat-page.ts';
import { Toasts } from '../../pages/toasts.ts';

/* The chat after the loss of a conversation, of the session or of the connection. */

test('INSTANT-49 explains that access was revoked while the conversation is open, and no longer offers the assistant', async ({
  page,
  server,
  signIn,
  newUser,
}) => {
  const account = await newUser();
  const label = `Garden ${randomUUID().slice(0, 8)}`;
  const assistant = await makeAssistant(server, label);
  const user = await readUser(server, account.email);
  await grantToUser(server, assistant, user?.id ?? '');
  await signIn(page, account);
  const chat = new ChatPage(page);
  await chat.open();
  await page.getByRole('radio', { name: label }).check();
  await page.getByRole('textbox', { name: 'First message' }).fill('Which roses need pruning?');
  await chat.send.click();
  await chat.expectReplied(1);

  const revoked = `assistant_access?assistant_id=eq.${assistant}&user_id=eq.${user?.id}`;
  await callRest(server, revoked, { method: 'DELETE' });
  const notice = new Toasts(page).withText(
    'Access changed',
    `You no longer have access to ${label}.`,
  );
  await expect(notice).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome to Second Homie' })).toBeVisible();
  await expect(page.getByRole('radio').first()).toBeVisible();
  await expect(page.getByRole('radio', { name: label })).toHaveCount(0);
  await expect(new Toasts(page).withText('Error', 'Failed to load messages')).toHaveCount(0);

  await grantToUser(server, assistant, user?.id ?? '');
  await expect(page.getByRole('radio', { name: label })).toBeVisible();
});

test('text typed in an empty conversation is retained if the server removes the conversation', async ({
  page,
  server,
  openChat,
}) => {
  const { chat, conversations } = await openChat(['New conversation']);
  const [empty] = conversations;
  await chat.open(empty);
  await chat.composer.fill('Half a question');
  await callRest(server, `conversations?id=eq.${empty?.id}`, { method: 'DELETE' });
  await expect(page.getByRole('textbox', { name: 'First message' })).toHaveValue('Half a question');
  await expect(
    new Toasts(page).withText('Conversation deleted', 'What you typed is saved here.'),
  ).toBeVisible();
});

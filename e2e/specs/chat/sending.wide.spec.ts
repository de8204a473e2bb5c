import { readMessages, startConversations } from '../../fixtures/conversations.ts';
import { expect, ownPage } from '../../fixtures/shared-page.ts';
import { ChatPage, isSend } from '../../pages/chat-page.ts';
import { Toasts } from '../../pages/toasts.ts';

ownPage(
  'ERR-11 a message that fails to send stays, can be resent, and is delivered once',
  async ({ page, signIn, newUser, server }) => {
    const account = await newUser();
    const [conversation] = await startConversations(server, account, ['Cut']);
    await signIn(page, account);
    const chat = new ChatPage(page);
    const calls = chat.watchCalls();
    await chat.open(conversation);
    const restore = await chat.cutCalls(isSend);
    await chat.write('Are you there?');
    await expect(page.getByText('Failed to send message. Please try again.')).toBeVisible();
    await new Toasts(page).expectError(
      'Network Error',
      'Failed to send message. Please try again.',
    );
    await expect(chat.mine).toContainText('Not sent. The server could not be reached.');

    await page.reload();
    await expect(chat.mine).toContainText('Are you there?');
    restore();
    await page.getByRole('button', { name: 'Resend' }).click();
    await chat.expectReplied(1);
    await expect(chat.mine).toHaveCount(1);
    const keys = new Set(calls.filter(isSend).map(({ body }) => JSON.stringify(body)));
    expect(keys.size).toBe(1);
    const messages = await readMessages(server, account, conversation?.id ?? '');
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  },
);

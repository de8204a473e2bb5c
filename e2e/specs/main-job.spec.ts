import { randomUUID } from 'node:crypto';
import { expect, test } from '../fixtures/test.ts';
import { ChatPage, DEMO_WORDS } from '../pages/chat-page.ts';
import { LandingPage } from '../pages/landing-page.ts';
import { SignInPage } from '../pages/sign-in-page.ts';
import { SignOutPage } from '../pages/sign-out-page.ts';
import { Toasts } from '../pages/toasts.ts';

test(
  'SIGNUP-04 CALLBACK-02 CONV-06 SEND-01 SEND-07 SIGNOUT-05 a user signs up, confirms by email, chats with an assistant, reloads and signs out',
  { tag: '@main' },
  async ({ page, server }) => {
    const account = { email: `${randomUUID()}@test.example`, password: 'a-good-password' };
    const toasts = new Toasts(page);
    const chat = new ChatPage(page);

    await test.step('sign up', async () => {
      const landing = new LandingPage(page);
      await landing.open();
      await landing.signUp.click();
      const signIn = new SignInPage(page);
      await signIn.signUpTab.click();
      await signIn.signUp(account);
      await toasts.expectSuccess(
        'Check your email',
        "We've sent you a confirmation link to complete your registration.",
      );
    });

    await test.step('confirm by email', async () => {
      await page.goto(await server.lastMailLink(account.email));
      await page.getByRole('button', { name: 'Confirm my email' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page).toHaveURL(/\/app$/);
    });

    await test.step('start a conversation', async () => {
      await chat.newChat.click();
      await chat.title.fill('First day');
      await chat.assistant('Shift notes').click();
      await chat.button('Create Chat').click();
      await toasts.expectSuccess('Conversation Created', 'First day');
      await expect(page).toHaveURL(/conversation=/);
    });

    await test.step('send, and receive a streamed reply', async () => {
      await chat.write('What can you do?');
      await expect(chat.mine).toHaveText(/What can you do\?/);
      await chat.expectReplied(1);
      await expect(chat.replies).toContainText(DEMO_WORDS);
    });

    await test.step('show it again after a reload and a restart of the server', async () => {
      const reply = await chat.replies.innerText();
      await page.reload();
      await expect(chat.replies).toHaveText(reply, { useInnerText: true });
      await server.restart();
      await page.reload();
      await expect(chat.replies).toContainText(DEMO_WORDS);
      await expect(chat.mine).toHaveCount(1);
    });

    await test.step('sign out', async () => {
      const signOut = new SignOutPage(page);
      await signOut.open();
      await signOut.complete.click();
      await toasts.expectSuccess('Signed out', 'You have been successfully signed out.');
      await expect(page).toHaveURL(/\/auth\/sign-in$/);
      await page.goto('/app');
      await expect(page).toHaveURL(/\/auth\/sign-in$/);
    });
  },
);

import { expect, test } from '../../fixtures/test.ts';
import { ChatPage } from '../../pages/chat-page.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';
import { SignOutPage } from '../../pages/sign-out-page.ts';

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'worker');
});

test('INSTANT-31 says before it deletes a draft, also of another tab, and signing in again retains it', async ({
  page,
  context,
  openConversation,
}) => {
  const { chat, account, conversation } = await openConversation('Roses');
  await chat.composer.fill('Half a thought');
  const other = await context.newPage();
  const screen = new SignOutPage(other);
  await screen.open();
  await expect(screen.unsentNote).toBeVisible();
  await expect(page).toHaveURL('/auth/sign-in');
  await new SignInPage(page).signIn(account);
  await expect(chat.composer).toHaveValue('Half a thought');

  await screen.open();
  await screen.complete.click();
  await expect(other).toHaveURL('/auth/sign-in');
  await new SignInPage(other).signIn(account);
  await expect(new ChatPage(other).row('Roses')).toBeVisible();
  await new ChatPage(other).open(conversation);
  await expect(new ChatPage(other).composer).toHaveValue('');
  await screen.open();
  await expect(screen.complete).toBeVisible();
  await expect(screen.unsentNote).toHaveCount(0);
});

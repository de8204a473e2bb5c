import { startLongConversation } from '../../fixtures/long-conversation.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { ChatPage } from '../../pages/chat-page.ts';
import { Thread } from '../../pages/thread.ts';

test('INSTANT-24 INSTANT-30 INSTANT-32 INSTANT-34 a conversation that is shown again is the same element, as it was left, with the focus in its composer, and its message of the address; in the meantime nothing finds it', async ({
  page,
  server,
  newUser,
  signIn,
}) => {
  const account = await newUser();
  const garden = await startLongConversation(server, account, 'The garden', 40);
  const kitchen = await startLongConversation(server, account, 'The kitchen', 6);
  const wanted = garden.messages[20]?.id ?? '';
  await signIn(page, account);
  const chat = new ChatPage(page);
  const thread = new Thread(page);
  // In both conversations: a selector finds the composer of one of them first.
  async function focusComposerByKey() {
    await chat.search.focus();
    await page.keyboard.press('Shift+Escape');
    await expect(chat.composer).toBeFocused();
  }
  await page.goto(`/app?conversation=${garden.conversation.id}&message=${wanted}`);
  await expect(thread.message(wanted)).toBeInViewport();
  await thread.wheel(-400);
  const seen = await thread.findFirstVisible();
  const element = await thread.region.elementHandle();
  await chat.composer.fill('Water the roses');

  await chat.row('The kitchen').click();
  await expect(chat.composer).toBeFocused();
  await expect(chat.composer).toHaveValue('');
  await expect(thread.message(kitchen.messages.at(-1)?.id ?? '')).toBeInViewport();
  await expect(page.locator(`[data-message="${seen.id}"]`)).toBeHidden();
  await expect(thread.region).toHaveCount(1);
  await expect(chat.composer).toHaveCount(1);
  await focusComposerByKey();
  await chat.row('The garden').click();
  await expect(chat.composer).toBeFocused();
  await expect(chat.composer).toHaveValue('Water the roses');
  await focusComposerByKey();
  expect(await thread.region.evaluate((region, known) => region === known, element)).toBe(true);
  await expect
    .poll(async () => Math.abs((await thread.measureTop(seen.id)) - seen.top))
    .toBeLessThan(1);

  await chat.row('The kitchen').click();
  await expect(thread.message(kitchen.messages.at(-1)?.id ?? '')).toBeInViewport();
  // The entry of the history that names the message.
  await page.evaluate((query) => {
    history.pushState(null, '', query);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `?conversation=${garden.conversation.id}&assistant=${garden.conversation.assistant_id}&message=${wanted}`);
  await expect(thread.message(wanted)).toBeInViewport();
  await expect(thread.message(wanted)).toHaveAttribute('data-target-message');

  await chat.row('The kitchen').click();
  await expect(thread.message(kitchen.messages.at(-1)?.id ?? '')).toBeInViewport();
  await chat.chooseAction('The garden', 'Delete');
  await chat.button('Delete').click();
  await expect(chat.row('The garden')).toHaveCount(0);
  await page.goBack();
  await expect(thread.message(wanted)).toHaveCount(0);
});

test('INSTANT-61 a conversation is rendered before it is opened, which shows its end', async ({
  page,
  server,
  newUser,
  signIn,
}) => {
  const account = await newUser();
  const kitchen = await startLongConversation(server, account, 'The kitchen', 30);
  const garden = await startLongConversation(server, account, 'The garden', 4);
  await signIn(page, account);
  const chat = new ChatPage(page);
  const thread = new Thread(page);
  await chat.open(garden.conversation);
  const last = thread.message(kitchen.messages.at(-1)?.id ?? '');
  const rendered = page.locator(`[data-message="${kitchen.messages.at(-1)?.id}"]`);
  await expect(rendered).toBeAttached();
  await expect(rendered).toBeHidden();
  await expect(last).toHaveCount(0);
  const element = await rendered.elementHandle();

  await chat.row('The kitchen').click();
  await expect(last).toBeInViewport();
  await expect(chat.composer).toBeFocused();
  expect(await rendered.evaluate((row, known) => row === known, element)).toBe(true);
});

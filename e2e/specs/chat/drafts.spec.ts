import { textFile } from '../../fixtures/files.ts';
import { expect, ownPage, test } from '../../fixtures/shared-page.ts';
import { AttachedFiles } from '../../pages/attached-files.ts';
import { ChatPage, isSend } from '../../pages/chat-page.ts';
import { Toasts } from '../../pages/toasts.ts';

test('SEND-08 USAGE-13 drafts and their files: separate, sent, and returned by Edit', async ({
  page,
  openChat,
  openConversation,
}) => {
  const { chat } = await openChat(['Left', 'Right']);
  const files = new AttachedFiles(page);
  await test.step('each conversation has its own draft and files, even during an upload', async () => {
    await chat.row('Left').click();
    const held = await chat.holdCalls(({ endpoint }) => endpoint.endsWith('/upload'));
    await files.choose(textFile('left.txt'));
    await files.progress('left.txt').waitFor();
    await chat.row('Right').click();
    await expect(chat.composer).toBeVisible();
    await expect(files.all).toHaveCount(0);
    held.release();
    await new Toasts(page).expectSuccess('File Uploaded', 'left.txt');
    await expect(files.all).toHaveCount(0);
    await chat.row('Left').click();
    await files.expectAttached('left.txt');
  });

  await test.step('clears the files from the composer with their message, and from local storage once the reply is complete', async () => {
    await openConversation('Sent');
    await files.choose(textFile('lease.txt'));
    await files.expectAttached('lease.txt');
    const held = await chat.holdCalls(isSend);
    await chat.write('About this lease');
    await expect(chat.mine).toContainText('lease.txt');
    // They stay in local storage until the server confirms the message.
    const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(await stored()).toContain('lease.txt');
    held.release();
    await chat.expectReplied(1);
    await expect(files.all).toHaveCount(0);
    expect(await stored()).not.toContain('lease.txt');
    expect(await stored()).not.toContain('About this lease');
  });

  await test.step('Edit returns the text and the files of a failed message to the composer', async () => {
    await openConversation('Refused');
    await files.choose(textFile('lease.txt'));
    await files.expectAttached('lease.txt');
    await chat.answerCalls(isSend, {
      status: 429,
      body: JSON.stringify({ ok: false, error: 'Please wait a moment.', code: 'rate_limited' }),
    });
    await chat.write('Too fast');
    await new Toasts(page).expectError('Error', 'Please wait a moment.');
    await expect(chat.mine).toContainText('Not sent. Please wait a moment.');
    // Screen readers announce the toast only.
    const announced = page.locator('[aria-live], [role=status], [role=alert], [role=log]');
    await expect(announced.filter({ hasText: 'Please wait a moment.' })).toHaveCount(1);
    await expect(files.all).toHaveCount(0);
    await page.reload();
    await expect(chat.mine).toContainText('Not sent. Please wait a moment.');
    await expect(chat.mine).toContainText('lease.txt');
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect(chat.mine).toHaveCount(0);
    await expect(chat.composer).toHaveValue('Too fast');
    await files.expectAttached('lease.txt');
    await page.unrouteAll();
    await chat.composer.press('Enter');
    await chat.expectReplied(1);
    await expect(chat.mine).toContainText('lease.txt');
  });
});

test('a draft syncs between tabs, and is cleared in both when it is sent', async ({
  page,
  context,
  openConversation,
}) => {
  const { chat, conversation } = await openConversation('Twice');
  const secondPage = await context.newPage();
  const second = new ChatPage(secondPage);
  await second.open(conversation);
  await second.composer.fill('Written there');
  await new AttachedFiles(secondPage).choose(textFile('lease.txt'));
  await expect(chat.composer).toHaveValue('Written there');
  await new AttachedFiles(page).expectAttached('lease.txt');
  await second.composer.press('Enter');
  await expect(chat.composer).toHaveValue('');
  await expect(new AttachedFiles(page).all).toHaveCount(0);
  await expect(chat.mine).toContainText('lease.txt');
  await chat.expectReplied(1);
});

ownPage('Enter during an IME composition does not send', async ({ page, openConversation }) => {
  const { chat } = await openConversation('Composed');
  const calls = chat.watchCalls();
  await chat.composer.focus();
  const input = await page.context().newCDPSession(page);
  await input.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
  await page.keyboard.press('Enter');
  await input.send('Input.insertText', { text: '日本' });
  await expect(chat.composer).toHaveValue(/日本/);
  await expect(chat.mine).toHaveCount(0);
  expect(calls.filter(isSend)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(chat.mine).toHaveCount(1);
});

import { expectAccessible } from '../../fixtures/accessible.ts';
import { textFile } from '../../fixtures/files.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AttachedFiles } from '../../pages/attached-files.ts';

test('OUT-05 OUT-06 OUT-21 OUT-27 lists the files of a conversation, previews a table and goes to the message', async ({
  page,
  openConversation,
}) => {
  const { chat } = await openConversation('Shifts');
  const files = new AttachedFiles(page);
  await files.choose(textFile('notes.txt', 'Quiet after ten.'));
  await files.expectAttached('notes.txt');
  await chat.write('Read these notes');
  await chat.expectReplied(1);
  await files.choose({
    name: 'rota.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Day,Who\nMonday,Ava\n'),
  });
  await files.expectAttached('rota.csv');
  await chat.write('And this rota');
  await chat.expectReplied(2);

  await chat.chooseAction('Shifts', 'Files');
  const list = chat.dialog.getByRole('list', { name: 'Files' });
  await expect(list.getByRole('listitem')).toHaveText([/^rota\.csv19 B/, /^notes\.txt16 B/]);
  await expectAccessible(page, '[role=dialog]');
  await chat.button('rota.csv').click();
  const table = chat.dialog.getByRole('region', { name: 'Table' });
  await expect(table.getByRole('row')).toHaveText(['RowDayWho', '2MondayAva']);
  await expectAccessible(page, '[role=dialog]');
  await chat.button('All files').click();
  await expect(chat.button('rota.csv')).toBeFocused();
  await chat.button('notes.txt').click();
  await expect(chat.dialog.getByText('Quiet after ten.')).toBeVisible();
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    () => chat.button('Close').click(),
  ]) {
    await leave();
    await expect(chat.button('notes.txt')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(chat.dialog.getByText('Quiet after ten.')).toBeVisible();
  }
  await chat.button('All files').click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    chat.button('Download notes.txt').click(),
  ]);
  expect(saved.suggestedFilename()).toBe('notes.txt');

  await chat.button('Go to the message with notes.txt').click();
  await expect(chat.dialog).toBeHidden();
  const message = chat.mine.filter({ hasText: 'Read these notes' });
  await expect(message).toBeInViewport();

  const file = message.getByRole('button', { name: /^Open notes\.txt/ });
  await file.click();
  await expect(chat.dialog.getByText('Quiet after ten.')).toBeVisible();
  await expect(chat.button('All files')).toBeHidden();
  await chat.button('Close').click();
  await expect(file).toBeFocused();
});

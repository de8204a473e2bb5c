import { expectAccessible } from '../../fixtures/accessible.ts';
import { pdfFile, textFile } from '../../fixtures/files.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AttachedFiles } from '../../pages/attached-files.ts';

test('CITE-23 a citation of an attached file opens its preview at the row, line or page, and Back closes it; CITE-24 on a phone the text is first', async ({
  page,
  openConversation,
}) => {
  const { chat } = await openConversation('Cited files');
  const files = new AttachedFiles(page);
  const rows = Array.from({ length: 80 }, (_, row) => `Item ${row},Shelf ${row}`);
  rows[59] = 'Hoist sling,Garage';
  const lines = Array.from({ length: 120 }, (_, line) => `Line ${line} of the notes.\n`);
  lines[99] = 'The defibrillator hangs next to the lift.\n';
  await files.choose(
    textFile('notes.txt', lines.join('\n')),
    {
      name: 'stock.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`What,Where\n${rows.join('\n')}`),
    },
    pdfFile('plan.pdf', [['Page one.'], ['Second.'], ['The epilepsy kit is red.']]),
  );
  for (const name of ['notes.txt', 'stock.csv', 'plan.pdf']) await files.expectAttached(name);
  await chat.write('Tell me about the hoist sling');
  await chat.expectReplied(1);
  await chat.replies.getByRole('link', { name: 'stock.csv, row 61' }).click();
  const row = chat.dialog.getByRole('row', { name: /Hoist sling/ });
  await expect(row).toBeInViewport();
  await expect(row).toHaveAttribute('aria-current', 'true');
  await expect(chat.dialog.getByRole('heading', { name: 'stock.csv' })).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await page.goBack();
  await expect(chat.dialog).toBeHidden();

  await chat.write('What do the notes say about the defibrillator?');
  await chat.expectReplied(2);
  const cited = chat.replies.last().getByRole('link', { name: /^notes\.txt, line \d+$/ });
  await cited.click();
  const mark = chat.dialog.locator('mark');
  await expect(mark).toHaveText('Cited passage: The defibrillator hangs next to the lift.');
  await expect(mark).toBeInViewport();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(chat.dialog).toBeHidden();
  await expect(cited).toBeFocused();

  await chat.write('Which kit is for epilepsy?');
  await chat.expectReplied(3);
  await chat.replies.last().getByRole('link', { name: 'plan.pdf, page 3' }).click();
  await expect(chat.dialog.getByRole('article', { name: 'Page 3' })).toBeInViewport();
  await chat.dialog.getByRole('button', { name: 'Show text' }).click();
  await expect(mark).toHaveText('Cited passage: The epilepsy kit is red.');
  await page.goBack();
  await expect(chat.dialog).toBeHidden();

  // On a phone the text of the passage is first: a page would be too small to read.
  await page.setViewportSize({ width: 390, height: 844 });
  await chat.replies.last().getByRole('link', { name: 'plan.pdf, page 3' }).click();
  await expect(mark).toHaveText('Cited passage: The epilepsy kit is red.');
  await chat.dialog.getByRole('button', { name: 'Show pages' }).click();
  await expect(chat.dialog.getByRole('article', { name: 'Page 3' })).toBeInViewport();
});

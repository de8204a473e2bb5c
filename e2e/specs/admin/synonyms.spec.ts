import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../../fixtures/accessible.ts';
import { expect, test } from '../../fixtures/shared-page.ts';

test('SEARCH-09 an administrator adds, changes and deletes a synonym; a word that searches leave out is named', async ({
  page,
  signIn,
}) => {
  const word = `w${randomUUID().slice(0, 8)}`;
  await signIn(page, 'admin');
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Open synonyms' }).click();
  const table = page.getByRole('table', { name: 'Synonyms' });
  await expect(table.getByRole('row', { name: /epipen/ })).toContainText('adrenaline');
  await expectAccessible(page, 'main');

  await page.getByRole('button', { name: 'Add Synonym' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Words in a question' }).fill(`${word}, the`);
  await dialog.getByRole('textbox', { name: 'Also find' }).fill('Hoist');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('Searches do not find “the” as one word.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Words in a question' }).fill(word);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('searchbox', { name: 'Search by word' }).fill(word.toUpperCase());
  await expect(table.getByRole('row')).toHaveCount(2);
  await table.getByRole('button', { name: word, exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Also find' }).fill('Hoist, sling');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(table.getByRole('row', { name: word })).toContainText('Hoist, sling');
  await table.getByRole('button', { name: `Actions for ${word}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Nothing matches')).toBeVisible();
});

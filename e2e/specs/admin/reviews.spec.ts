import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../../fixtures/accessible.ts';
import { makeAssistant } from '../../fixtures/administration.ts';
import { callRest } from '../../fixtures/records.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AdminPage } from '../../pages/admin-page.ts';

test('DOCS-23 DOCS-26 the overview links to the documents that are due, which link to their dialog', async ({
  page,
  server,
  signIn,
}) => {
  const unique = randomUUID().slice(0, 8);
  const assistant_id = await makeAssistant(server, `Reviewed ${unique}`);
  const insert = (table: string, row: object) =>
    callRest(server, table, { method: 'POST', body: JSON.stringify(row) });
  const add = async (title: string, review_on: string, archived = false) => {
    const id = randomUUID();
    const document = { id, title: `${title} ${unique}`, review_on, archived, assistant_id };
    await insert('documents', document);
    await insert('document_versions', { document_id: id, number: 1, note: title });
  };
  await add('Overdue 50%', '2020-01-31');
  await add('Later', '2199-01-31');
  await add('Archived', '2020-01-31', true);
  await signIn(page, 'admin');
  await new AdminPage(page).open();
  await page.getByRole('link', { name: /documents? (?:is|are) due for review$/ }).click();
  await expect(page).toHaveURL('/admin/assistants/documents?review=due');
  const search = page.getByRole('searchbox', { name: 'Search by title' });
  await search.fill(unique);
  // Until the rows of the search have arrived, the previous ones are dimmed.
  await expect(page).toHaveURL(/[?&]q=/);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const rows = page.getByRole('table', { name: 'Documents' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(`Overdue 50% ${unique}`);
  await expect(rows.nth(1)).toContainText(`Reviewed ${unique}`);
  await expect(rows.nth(1)).toContainText('31 Jan 2020');
  await expectAccessible(page, 'main');
  await page.getByRole('combobox', { name: 'Review' }).selectOption('Any review date');
  await expect(rows).toHaveCount(3);
  await expect(page).toHaveURL(`/admin/assistants/documents?q=${unique}`);
  await page.reload();
  await expect(rows).toHaveCount(3);
  await search.fill('50%');
  await expect(rows.filter({ hasText: unique })).toHaveCount(1);
  await page.getByRole('link', { name: `Overdue 50% ${unique}` }).click();
  await expect(page.getByRole('dialog').getByText(`Reviewed ${unique}`)).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('tab', { name: 'Documents' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  const documents = page.getByRole('dialog').getByRole('list', { name: 'Documents' });
  await expect(documents.getByRole('listitem')).toHaveText(/^Overdue 50%/);
  // The search that found it is shown, and can be cleared.
  await page.getByRole('dialog').getByRole('searchbox').fill('');
  await expect(documents.getByRole('listitem')).toHaveCount(3);
  await page.getByRole('button', { name: `Actions for Overdue 50% ${unique}` }).click();
  await page.getByRole('menuitem', { name: 'Edit details' }).click();
  const date = page.getByRole('button', { name: 'Review by' });
  await date.click();
  await expect(page.getByRole('button', { name: /31 January 2020/ })).toBeFocused();
  // Escape closes the calendar only.
  await page.keyboard.press('Escape');
  await expect(date).toBeFocused();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/admin/assistants/documents?q=50%25');
});

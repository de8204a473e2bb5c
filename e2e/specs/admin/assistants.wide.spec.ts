import { makeLabelledAssistant } from '../../fixtures/administration.ts';
import { callRest } from '../../fixtures/records.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AssistantsPage } from '../../pages/assistants-page.ts';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('ASST-03 shows an empty state that offers to create an assistant', async ({ page }) => {
  const screen = new AssistantsPage(page);
  await page.route('**/functions/v1/conversations', (route) =>
    route.request().postData()?.includes('"/assistants?')
      ? route.fulfill({ json: { ok: true, data: { rows: [], total: 0 } } })
      : route.fallback(),
  );
  await screen.open();
  await expect(page.getByRole('heading', { name: 'No assistants yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Create Assistant' }).last().click();
  await expect(screen.dialog).toBeVisible();
});

test('ASST-11 counts the conversations that a deletion would remove, and requires typing the label to confirm', async ({
  page,
}) => {
  const screen = new AssistantsPage(page);
  await screen.open('?q=Shift notes');
  await screen.choose('Shift notes', 'Delete');
  await expect(screen.dialog).toContainText(/\d+ conversations from \d+ users? \(\d+ messages/);
  await expect(screen.button('Delete')).toBeDisabled();
  await screen.field('Type Shift notes to confirm').fill('Shift notes');
  await expect(screen.button('Delete')).toBeEnabled();
});

test('a concurrent edit shows the conflicting value, and Keep mine overwrites it', async ({
  page,
  server,
}) => {
  const screen = new AssistantsPage(page);
  const { id, label } = await makeLabelledAssistant(server, 'Laundry');
  await screen.open(`?open=${id}`);
  await screen.field('Label').fill(`${label} mine`);
  await callRest(server, `assistants?id=eq.${id}`, {
    method: 'PATCH',
    body: JSON.stringify({ label: `${label} theirs` }),
  });
  await screen.button('Save').click();
  await expect(screen.dialog.getByRole('alert')).toContainText(`${label} theirs`);
  await screen.button('Keep mine').click();
  await expect(page.getByText('Assistant updated successfully')).toBeVisible();
  await page.goto(`/admin/assistants?q=${encodeURIComponent(label)}`);
  await expect(screen.row(`${label} mine`)).toBeVisible();
});

import { recordEntries } from '../../fixtures/audit-entries.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AuditTools } from '../../pages/audit-tools.ts';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('verifies the log, shows what is and is not proved, and can be cancelled', async ({
  page,
  server,
}) => {
  const tools = new AuditTools(page);
  await recordEntries(server, 3);
  await tools.open();
  const held = await holdRequests(page, '**/rest/v1/rpc/verify_audit_chain');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(tools.dialog.getByRole('progressbar')).toBeVisible();
  await tools.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(tools.dialog).toBeHidden();
  held.release();

  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(tools.dialog.getByRole('heading', { name: 'The chain is intact' })).toBeVisible();
  await expect(tools.dialog).toContainText('What it cannot prove');
  await expect(tools.dialog).toContainText(
    "owner of both the database and the server's data folder",
  );
  // The last 14 days, which are the default range of the screen.
  await tools.dialog
    .getByRole('group', { name: 'What this verifies' })
    .getByRole('button', { name: / to / })
    .click();
  await expect(
    tools.dialog.getByRole('heading', { name: 'The chain is intact in this range' }),
  ).toBeVisible();
  await expect(tools.dialog).toContainText('Entries before and after were not checked');
});

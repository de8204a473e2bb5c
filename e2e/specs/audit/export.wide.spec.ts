import { recordEntries } from '../../fixtures/audit-entries.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AuditTools } from '../../pages/audit-tools.ts';
import { Toasts } from '../../pages/toasts.ts';

/** The address that serves the pages of an export. */
const READING = '**/rest/v1/rpc/read_audit_export';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('a running export can be cancelled, and a failed one can be retried', async ({
  page,
  server,
}) => {
  const tools = new AuditTools(page);
  const person = await recordEntries(server, 2);
  await tools.open(`?dates=all&user=${person}`);
  const held = await holdRequests(page, READING);
  await tools.exportCsv.click();
  await tools.exportStatus.getByRole('button', { name: 'Cancel' }).click();
  await expect(tools.exportStatus).toBeHidden();
  await expect(tools.exportCsv).toBeEnabled();
  held.release();

  await page.route(READING, (route) => route.abort());
  await tools.exportCsv.click();
  await new Toasts(page).expectError('Export Failed', 'Network error');
  await page.unroute(READING);
  const downloading = page.waitForEvent('download');
  await tools.exportStatus.getByRole('button', { name: 'Retry' }).click();
  expect(await tools.readLines(await downloading)).toHaveLength(3);
});

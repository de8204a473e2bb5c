import { recordAudit } from '../fixtures/audit.ts';
import { randomUUID } from 'node:crypto';
import { readDownload } from './downloads.ts';
import { expect, test } from './journey.ts';

test('the audit log is filtered by action and exported as CSV, an entry shows its details, and Verify finds the chain intact', async ({
  driver,
  server,
  openScreen,
}) => {
  const user_id = randomUUID();
  for (const [number, action] of ['denied', 'login', 'denied'].entries())
    await recordAudit(server, { action, user_id, meta: { number } });
  const screen = await openScreen('admin');
  await screen.open(`/admin/audit?dates=all&user=${user_id}`);
  const details = screen.button(/^Details of /);
  await details.expectCount(3);

  await test.step("Escape in an entry's details returns focus to its row", async () => {
    const login = screen.button(/^Details of login/);
    await login.click();
    const sheet = screen.role('dialog', 'Audit Log Details');
    await sheet.expectText(user_id);
    await sheet.expectText('"number": 1');
    await screen.press('Escape');
    await sheet.expectHidden();
    await login.expectFocused();
  });

  await test.step('the CSV export contains every matching row', async () => {
    await screen.button('Filters').click();
    const denied = screen.button('denied');
    await denied.click();
    await details.expectCount(2);
    await denied.expectAttribute('aria-pressed', 'true');
    await screen.expectAddress(/actions=denied/);
    await screen.button('Export CSV').click();
    await screen.toast('Downloaded 2 audit records').expectVisible();
    const [head, ...rows] = (await readDownload(driver, /^audit-.*\.csv$/)).trim().split(/\r?\n/);
    expect(head).toContain('"created_at_utc"');
    expect(rows.map((row) => /""number"":(\d)/.exec(row)?.[1])).toEqual(['2', '0']);
  });

  await screen.button('Verify').click();
  await screen.role('dialog').heading('The chain is intact').expectVisible();
});

import { randomUUID } from 'node:crypto';
import { demoAccounts } from '../../fixtures/accounts.ts';
import { userId } from '../../fixtures/administration.ts';
import { recordAudit } from '../../fixtures/audit.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AuditPage } from '../../pages/audit-page.ts';

const DAY = 86_400_000;

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('bars count the entries over time, support arrow keys, and narrow the date range', async ({
  page,
  server,
}) => {
  const word = randomUUID();
  const user_id = await userId(server, demoAccounts.worker);
  for (const action of ['login', 'denied'])
    await recordAudit(server, { action, user_id, meta: { word } });
  const audit = new AuditPage(page);
  await audit.open(`?q=${word}`);
  const bars = page.getByRole('region', { name: 'Entries over time' }).getByRole('button');
  const counted = bars.and(page.getByRole('button', { name: /: 2 entries$/ }));
  await expect(counted).toHaveCount(1);
  await expect(bars.and(page.locator('[tabindex="0"]'))).toHaveCount(1);
  await bars.first().focus();
  await page.keyboard.press('End');
  await expect(bars.last()).toBeFocused();
  const filter = await audit.captureFilter(() => counted.click());
  expect(Date.parse(filter.to ?? '') - Date.parse(filter.from ?? '')).toBeLessThanOrEqual(DAY);
  await expect(page).toHaveURL(/from=/);
  await audit.expectShowing(1, 2, 2);
});

import { randomUUID } from 'node:crypto';
import { demoAccounts } from '../../fixtures/accounts.ts';
import { userId } from '../../fixtures/administration.ts';
import { recordAudit } from '../../fixtures/audit.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AuditPage } from '../../pages/audit-page.ts';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('AUDIT-26 AUDIT-33 the entries before and after are a press away, also on other pages, and each has a link', async ({
  page,
  server,
}) => {
  const word = randomUUID();
  const user_id = await userId(server, demoAccounts.worker);
  const oldest = await recordAudit(server, { action: 'login', user_id, meta: { word } });
  const middle = await recordAudit(server, { action: 'denied', user_id, meta: { word } });
  const newest = await recordAudit(server, { action: 'upload_file', user_id, meta: { word } });

  const audit = new AuditPage(page);
  await audit.open(`?q=${word}&size=1`);
  await audit.rows
    .first()
    .getByRole('button', { name: /^Details of upload file/ })
    .press('Enter');
  await expect(audit.sheet.getByText(newest, { exact: true })).toBeVisible();
  // No trace fields, no banner.
  await expect(audit.sheet.getByText(/trace fields/)).toBeHidden();
  const previous = audit.sheet.getByRole('button', { name: 'Previous entry' });
  const next = audit.sheet.getByRole('button', { name: 'Next entry' });
  await expect(previous).toHaveAttribute('aria-disabled', 'true');
  await expect(next).not.toHaveAttribute('aria-disabled');
  await next.click();
  await expect(audit.sheet.getByText(middle, { exact: true })).toBeVisible();
  await expect(next).not.toHaveAttribute('aria-disabled');
  await next.click();
  await expect(audit.sheet.getByText(oldest, { exact: true })).toBeVisible();
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await expect(page).toHaveURL(new RegExp(`entry=${oldest}`));
  await page.goBack();
  await expect(audit.sheet).toBeHidden();

  await audit.open(`?entry=${middle}`);
  await expect(audit.sheet.getByText(middle, { exact: true })).toBeVisible();
  for (const unknown of [randomUUID(), 'nonsense']) {
    await audit.open(`?entry=${unknown}`);
    await expect(audit.sheet.getByText('No such entry')).toBeVisible();
  }
});

test('what an administrator changed is shown before and after, on a phone and by the other clock too', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const user_id = await userId(server, demoAccounts.admin);
  const word = randomUUID();
  const meta = { before: { role: 'office' }, after: { role: 'support_worker' }, word };
  const id = await recordAudit(server, { action: 'role_changed', user_id, meta });
  const audit = new AuditPage(page);
  await audit.open(`?q=${word}`);
  await expect(audit.active).toHaveText('2 active');
  await expect(audit.field('Conversation ID')).toBeHidden();
  await audit.filters.getByRole('button', { name: 'Show filters' }).click();
  await expect(audit.field('Conversation ID')).toBeVisible();
  await audit.filters.getByRole('button', { name: 'Hide filters' }).click();

  const card = page.getByRole('list', { name: 'Audit logs' }).getByRole('listitem');
  await expect(card).toHaveCount(1);
  const melbourne = await card.locator('time').textContent();
  await page.getByRole('button', { name: 'UTC', exact: true }).click();
  await expect(card.locator('time')).not.toHaveText(melbourne ?? '');
  await expect(page).toHaveURL(/time=utc/);
  await card.getByRole('button', { name: /^Details of role changed/ }).click();
  await expect(page).toHaveURL(new RegExp(`entry=${id}`));
  await expect(audit.sheet.locator('dl').filter({ hasText: 'Role' })).toHaveText(
    'Rolebefore: office → after: support worker',
  );
});

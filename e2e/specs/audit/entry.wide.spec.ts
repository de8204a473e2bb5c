import { userId } from '../../fixtures/administration.ts';
import { setRole } from '../../fixtures/records.ts';
import { resize } from '../../fixtures/resize.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AuditPage } from '../../pages/audit-page.ts';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('shows the values before and after a change, also on a phone and in UTC', async ({
  page,
  server,
  newUser,
}) => {
  await resize(page, { width: 390, height: 844 });
  const [administrator, worker] = [await newUser(), await newUser()];
  await setRole(server, administrator.email, 'admin');
  await setRole(server, worker.email, 'office');
  await setRole(server, worker.email, 'support_worker', administrator);
  const audit = new AuditPage(page);
  await audit.open(`?user=${await userId(server, administrator)}&actions=role_changed`);
  await expect(audit.active).toHaveText('3 active');
  await expect(audit.field('Conversation ID')).toBeHidden();
  await audit.openFilters();
  await expect(audit.field('Conversation ID')).toBeVisible();
  await audit.toggle.click();

  const card = page.getByRole('list', { name: 'Audit logs' }).getByRole('listitem');
  await expect(card).toHaveCount(1);
  const melbourne = await card.locator('time').textContent();
  await page.getByRole('button', { name: 'UTC', exact: true }).click();
  await expect(card.locator('time')).not.toHaveText(melbourne ?? '');
  await expect(page).toHaveURL(/time=utc/);
  await card.getByRole('button', { name: /^Details of role changed/ }).click();
  await expect(page).toHaveURL(/entry=[0-9a-f-]{36}/);
  await expect(audit.sheet.locator('dl').filter({ hasText: 'Role' })).toHaveText(
    'Rolebefore: office → after: support worker',
  );
});

import { demoAccounts } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AuditPage } from '../../pages/audit-page.ts';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('AUDIT-05 AUDIT-06 AUDIT-10 AUDIT-11 AUDIT-18 LIMIT-23 people, assistants and participants are found from the third character on', async ({
  page,
}) => {
  const audit = new AuditPage(page);
  await audit.open('?dates=all');
  await expect(audit.rows.first()).toBeVisible();
  const lookups: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/rpc/search_')) lookups.push(request.postDataJSON().q);
  });

  const user = audit.field('User');
  await page.clock.install();
  await user.fill('wo');
  await page.clock.runFor(2000);
  expect(lookups).toEqual([]);
  await user.fill('wor');
  await page.clock.runFor(2000);
  await page.clock.resume();
  const { email } = demoAccounts.worker;
  const option = page.getByRole('option', { name: email });
  await expect(option).toBeVisible();
  expect(lookups).toEqual(['wor']);
  await option.click();
  await expect(user).toHaveValue(email);
  await expect(page).toHaveURL(/[?&]user=[0-9a-f-]{36}/);
  await expect(audit.cells(3).filter({ hasNotText: email })).toHaveCount(0);
  await expect(audit.rows.first()).toContainText(email);

  await audit.field('Assistant').fill('shift');
  await page.getByRole('option', { name: /^Shift notes/ }).click();
  await expect(audit.field('Assistant')).toHaveValue('Shift notes');
  await expect(audit.cells(4).filter({ hasNotText: 'Shift notesOrg' })).toHaveCount(0);
  await expect(audit.rows.first()).toContainText('Shift notes');
  await expect(audit.active).toHaveText('2 active');

  // The names are there again for whoever gets the link.
  await page.reload();
  await expect(user).toHaveValue(email);
  await expect(audit.field('Assistant')).toHaveValue('Shift notes');

  await audit.field('Assistant').fill('');
  await audit.field('Participant').fill('maya');
  await expect(page).not.toHaveURL(/assistant=/);
  await page.getByRole('option', { name: 'Maya Pereira' }).click();
  await expect(audit.field('Participant')).toHaveValue('Maya Pereira');
  await expect(audit.cells(5).filter({ hasNotText: 'Maya Pereira' })).toHaveCount(0);
  await expect(audit.rows.first()).toContainText('Maya Pereira');
});

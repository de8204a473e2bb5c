import { randomUUID } from 'node:crypto';
import { demoAccounts } from '../../fixtures/accounts.ts';
import { readUser } from '../../fixtures/records.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { UsersPage } from '../../pages/users-page.ts';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('PEOPLE-15 PEOPLE-16 PEOPLE-17 an administrator previews users from a file, invites them, and undoes it', async ({
  page,
  server,
}) => {
  const [first, second] = [`${randomUUID()}@import.example`, `${randomUUID()}@import.example`];
  const screen = new UsersPage(page);
  await screen.open();
  await page.getByRole('button', { name: 'Import' }).click();
  await screen.dialog.getByLabel('CSV file').setInputFiles({
    name: 'users.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'name;email;role',
        `Nia Brown;${first};support worker`,
        `=1+1;${second};office`,
        `;${demoAccounts.worker.email};office`,
      ].join('\r\n'),
    ),
  });
  await screen.dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(screen.dialog.getByRole('status')).toHaveText('2 new, 1 with an error, not sent');
  await expect(screen.dialog.getByRole('row', { name: demoAccounts.worker.email })).toContainText(
    'This address has an account already.',
  );
  expect(await readUser(server, first)).toBeUndefined();

  await screen.dialog.getByRole('button', { name: 'Send 2 invitations' }).click();
  await expect(screen.dialog.getByRole('status')).toHaveText('2 invited');
  expect(await readUser(server, first)).toBeDefined();
  await screen.dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 invitations revoked')).toBeVisible();
  expect(await readUser(server, first)).toBeUndefined();
  await screen.dialog.getByRole('button', { name: 'Done' }).click();
  await expect(screen.dialog).toBeHidden();
});

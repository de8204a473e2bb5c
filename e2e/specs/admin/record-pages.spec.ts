import { randomUUID } from 'node:crypto';
import { demoAccounts } from '../../fixtures/accounts.ts';
import {
  grantToUser,
  makeAssistant,
  makeParticipant,
  userId,
} from '../../fixtures/administration.ts';
import { callRest } from '../../fixtures/records.ts';
import type { RunningServer } from '../../fixtures/server.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { UsersPage } from '../../pages/users-page.ts';

async function insert(server: RunningServer, table: string, row: object) {
  await callRest(server, table, { method: 'POST', body: JSON.stringify(row) });
}

test('PEOPLE-50 PEOPLE-51 PEOPLE-52 an administrator names a worker, follows links between records, and offboards the worker', async ({
  page,
  server,
  signIn,
  newUser,
}) => {
  const account = await newUser();
  const id = await userId(server, account);
  const participant = await makeParticipant(server, 'Maya');
  const label = `Helper ${randomUUID().slice(0, 8)}`;
  const assistantId = await makeAssistant(server, label, participant.id);
  await insert(server, 'participant_assignments', { participant_id: participant.id, user_id: id });
  await grantToUser(server, assistantId, id);
  const document = {
    id: randomUUID(),
    assistant_id: assistantId,
    title: 'Care plan',
    owner_id: id,
  };
  await insert(server, 'documents', document);
  await insert(server, 'document_versions', { document_id: document.id, number: 1, note: 'Text' });
  const name = `Wes ${randomUUID().slice(0, 8)}`;

  await signIn(page, 'admin');
  const users = new UsersPage(page);
  await users.open(`?q=${account.email}`);
  await users.choose(account.email, 'Edit name');
  await users.dialog.getByLabel('Name').fill(name);
  await users.dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Name updated')).toBeVisible();
  await expect(users.row(account.email)).toContainText(name);

  await users.choose(account.email, 'Open page');
  await expect(page).toHaveURL(`/admin/users/${id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('region', { name: 'Owned documents' })).toContainText('Care plan');
  await expect(main.getByRole('link', { name: label })).toBeVisible();
  await main.getByRole('link', { name: participant.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: participant.name })).toBeVisible();
  await expect(
    main.getByRole('region', { name: 'Who can see this?' }).getByRole('link', { name }),
  ).toBeVisible();
  await main.getByRole('link', { name: label }).click();
  await expect(page).toHaveURL(`/admin/assistants/${assistantId}`);
  await expect(main.getByRole('list', { name: 'Documents' })).toContainText(`owner ${name}`);
  await expect(main).toContainText('You have no conversations with this assistant.');
  await main.getByRole('link', { name }).click();

  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Offboard' }).click();
  const { dialog } = users;
  await expect(dialog).toContainText('1 worker assignment will be removed.');
  await expect(dialog).toContainText('1 document will belong to the new owner.');
  await dialog.getByRole('button', { name: 'Offboard' }).click();
  await expect(dialog).toContainText('Choose a colleague');
  await dialog.getByLabel('New owner of the documents').fill('office@');
  await page.getByRole('option', { name: demoAccounts.office.email }).click();
  await dialog.getByRole('button', { name: 'Offboard' }).click();
  await expect(page.getByText('User offboarded')).toBeVisible();
  await expect(main).toContainText('Deactivated');
  await expect(main).toContainText('No participants yet.');
  await expect(main).toContainText('This user owns no documents.');
});

test('PEOPLE-52 the page of a record that does not exist says so', async ({ page, signIn }) => {
  await signIn(page, 'admin');
  await page.goto(`/admin/participants/${randomUUID()}`);
  await expect(page.getByRole('heading', { name: "We can't find this participant" })).toBeVisible();
  await page.getByRole('link', { name: 'All participants' }).click();
  await expect(page).toHaveURL('/admin/participants');
  await expect(page.getByRole('table', { name: 'Participants' })).toBeVisible();
});

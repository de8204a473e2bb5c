import { randomUUID } from 'node:crypto';
import { demoAccounts } from '../../fixtures/accounts.ts';
import { callRest, readUser } from '../../fixtures/records.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { ParticipantsPage } from '../../pages/participants-page.ts';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('PEOPLE-18 PEOPLE-19 participants are imported from pasted rows, and undo deletes those without assignments', async ({
  page,
  server,
}) => {
  const [used, unused] = [`Used ${randomUUID()}`, `Unused ${randomUUID()}`];
  const screen = new ParticipantsPage(page);
  await screen.open();
  await page.getByRole('button', { name: 'Import' }).click();
  await screen.dialog.getByLabel('Table').fill(`name\n${used}\n${unused}`);
  await screen.dialog.getByRole('button', { name: 'Preview' }).click();
  await screen.dialog.getByRole('button', { name: 'Add 2 participants' }).click();
  await expect(screen.dialog.getByRole('status')).toHaveText('2 added');

  const added = await callRest(server, `participants?display_name=eq.${used}&select=id`);
  const [participant] = (await added.json()) as { id: string }[];
  const worker = await readUser(server, demoAccounts.worker.email);
  await callRest(server, 'participant_assignments', {
    method: 'POST',
    body: JSON.stringify({ participant_id: participant?.id, user_id: worker?.id }),
  });
  await screen.dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1 participant deleted')).toBeVisible();
  await screen.dialog.getByRole('button', { name: 'Done' }).click();
  await screen.search.fill(used);
  await expect(screen.names).toHaveText([used]);
  await screen.search.fill(unused);
  await expect(page.getByText('Nothing matches')).toBeVisible();
});

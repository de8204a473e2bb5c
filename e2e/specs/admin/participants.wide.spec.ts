import { makeParticipant } from '../../fixtures/administration.ts';
import { callRest } from '../../fixtures/records.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { ParticipantsPage } from '../../pages/participants-page.ts';
import { Toasts } from '../../pages/toasts.ts';
import { WorkersDrawer } from '../../pages/workers-drawer.ts';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('a concurrent edit shows the conflicting values, and Keep mine overwrites them', async ({
  page,
  server,
}) => {
  const screen = new ParticipantsPage(page);
  const { id, name } = await makeParticipant(server, 'Robin');
  await screen.open(`?open=${id}`);
  await screen.field('Display name').fill(`${name} mine`);
  await callRest(server, `participants?id=eq.${id}`, {
    method: 'PATCH',
    body: JSON.stringify({ display_name: `${name} theirs`, status: 'inactive' }),
  });
  await screen.button('Save').click();
  const choice = screen.dialog.getByRole('alert');
  await expect(choice).toContainText(`${name} theirs`);
  await expect(choice).toContainText('Inactive');
  await screen.button('Keep mine').click();
  await expect(page.getByText('Participant updated successfully')).toBeVisible();

  await screen.open(`?open=${id}&tab=history`);
  await expect(screen.dialog.getByRole('listitem').first()).toContainText(`${name} mine`);
  await screen.dialog.getByRole('tab', { name: 'Access' }).click();
  await expect(screen.dialog.getByRole('listitem').first()).toContainText('Administrator');
});

test('ERR-20 assigns and unassigns several workers at once after a preview, and reports failures in destructive Error toasts', async ({
  page,
  server,
  newUser,
}) => {
  const workers = new WorkersDrawer(page);
  const { id } = await makeParticipant(server, 'Noor');
  const [ada, bo] = [await newUser(), await newUser()];
  await new ParticipantsPage(page).open(`?workers=${id}`);
  await workers.grantAll.click();
  await new Toasts(page).expectError('Error', 'No participant assistant linked.');

  await workers.pick(ada.email, bo.email);
  await expect(workers.drawer).toContainText('2 workers will be assigned');
  await workers.assign();
  await expect(
    page.getByText('2 workers assigned. No participant assistant is linked'),
  ).toBeVisible();

  for (const { email } of [ada, bo]) {
    await workers.drawer.getByRole('checkbox', { name: email }).check();
  }
  await workers.drawer.getByRole('button', { name: 'Unassign 2 workers' }).click();
  await expect(workers.unassignDialog).toContainText(ada.email);
  await expect(workers.unassignDialog).toContainText('2 workers will be unassigned');
  await workers.unassignDialog.getByRole('button', { name: 'Unassign' }).click();
  await expect(page.getByText('2 workers unassigned')).toBeVisible();
  await expect(workers.drawer).toContainText('No workers assigned yet');

  await workers.pick(ada.email);
  await workers.assign();
  await new Toasts(page).expectError(
    'Error',
    'No participant assistant is linked. Assignment created but assistant access not granted.',
  );
  await expect(workers.worker(ada.email)).toBeVisible();
});

test('PART-08 counts the conversations that a deletion would remove, and requires typing the name to confirm', async ({
  page,
}) => {
  const screen = new ParticipantsPage(page);
  await screen.open('?q=Maya');
  await screen.choose('Maya Pereira', 'Delete');
  await expect(screen.dialog).toContainText(
    /cascades to assistants and assignments\. This also deletes 1 assistant, \d+ worker assignments?, \d+ documents? and \d+ conversations? from/,
  );
  await expect(screen.button('Delete')).toBeDisabled();
  await screen.field('Type Maya Pereira to confirm').fill('Maya Pereira');
  await expect(screen.button('Delete')).toBeEnabled();
});

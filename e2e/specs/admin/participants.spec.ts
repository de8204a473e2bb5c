import { randomUUID } from 'node:crypto';
import {
  directUsers,
  inRole,
  makeAssistant,
  makeParticipant,
  makeParticipants,
} from '../../fixtures/administration.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { ParticipantsPage } from '../../pages/participants-page.ts';
import { WorkersDrawer } from '../../pages/workers-drawer.ts';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('PART-01 PART-02 PART-03 PART-04 PART-10 LIMIT-16 LIMIT-17 PART-05 PART-06 PART-07 PART-08 PART-11 PART-12 PART-13 PART-14 PART-15 PART-16 PART-17 PART-18 an administrator finds, adds, edits, assigns and deletes participants', async ({
  page,
  server,
  newUser,
}) => {
  await test.step('participants can be searched, filtered, sorted and paginated, all in the URL', async () => {
    const screen = new ParticipantsPage(page);
    const word = randomUUID().slice(0, 8);
    const name = (number: number) => `Person ${word} ${String(number).padStart(2, '0')}`;
    await makeParticipants(
      server,
      Array.from({ length: 25 }, (_, index) => ({
        display_name: name(index + 1),
        status: index === 6 ? 'inactive' : 'active',
      })),
    );
    await screen.open();
    await expect(page.getByRole('heading', { level: 1, name: 'Participants' })).toBeVisible();
    await expect(screen.table.getByRole('columnheader')).toHaveText([
      'Name',
      'Status',
      'Created',
      'Actions',
    ]);

    await screen.search.fill(word);
    await expect(page).toHaveURL(`/admin/participants?q=${word}`);
    await expect(screen.names).toHaveCount(25);
    await expect(screen.names.filter({ hasNotText: word })).toHaveCount(0);
    await expect(screen.pager).toBeHidden();

    await expect(screen.status.locator('option')).toHaveText(['All Status', 'Active', 'Inactive']);
    await screen.status.selectOption('Inactive');
    await expect(screen.names).toHaveText([name(7)]);
    await expect(screen.row(name(7))).toContainText('Inactive');
    await page.reload();
    await expect(screen.status).toHaveValue('inactive');
    await expect(screen.names).toHaveText([name(7)]);
    await screen.status.selectOption('Active');
    await expect(screen.names).toHaveCount(24);
    await page.goBack();
    await expect(screen.names).toHaveText([name(7)]);

    await makeParticipants(server, [{ display_name: name(26) }]);
    await screen.open(`?q=${word}&sort=display_name`);
    await expect(screen.names.first()).toHaveText(name(1));
    await expect(screen.pager).toContainText('Showing 1 to 25 of 26 participants');
    await expect(screen.pager.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await screen.pager.getByRole('button', { name: 'Next' }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(screen.names).toHaveText([name(26)]);
    await expect(screen.pager).toContainText('Showing 26 to 26 of 26 participants');
    await expect(screen.pager.getByRole('button', { name: 'Next' })).toBeDisabled();
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await expect(screen.names.first()).toHaveText(name(26));
    await expect(page).toHaveURL(`/admin/participants?q=${word}&sort=-display_name`);

    await screen.search.fill('nobody of this name');
    await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  });

  await test.step('creates, edits and deletes a participant by keyboard alone', async () => {
    const screen = new ParticipantsPage(page);
    const name = `Alex ${randomUUID().slice(0, 8)}`;
    await page.goto('/admin');
    await page.getByRole('link', { name: 'Add Participant' }).press('Enter');
    await expect(screen.field('Display name')).toBeFocused();
    await page.keyboard.type('Ø');
    await page.keyboard.press('Enter');
    await expect(
      screen.dialog.getByText('Display name must be at least 2 characters'),
    ).toBeVisible();
    await page.keyboard.type('sten');
    await expect(
      screen.dialog.getByText('Display name must contain only ASCII printable characters'),
    ).toBeVisible();
    await screen.field('Display name').press('ControlOrMeta+a');
    await page.keyboard.type('x'.repeat(81));
    await page.keyboard.press('Enter');
    await expect(
      screen.dialog.getByText('Display name must be at most 80 characters'),
    ).toBeVisible();
    await screen.field('Display name').press('ControlOrMeta+a');
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Participant created successfully')).toBeVisible();
    await expect(page).toHaveURL('/admin/participants');
    await expect(screen.row(name)).toContainText('Active');

    await page.getByRole('button', { name, exact: true }).press('Enter');
    await expect(
      screen.dialog.getByText('Active participants can have assistants and worker assignments.'),
    ).toBeVisible();
    await screen.field('Display name').press('End');
    await page.keyboard.type(' Lee');
    await page.keyboard.press('Escape');
    await expect(screen.question).toContainText('have not been saved');
    await page.keyboard.press('Enter');
    await screen.field('Status').selectOption('Inactive');
    await screen.field('Display name').press('Enter');
    await expect(page.getByText('Participant updated successfully')).toBeVisible();
    await expect(screen.row(`${name} Lee`)).toContainText('Inactive');

    await page.getByRole('button', { name: `Actions for ${name} Lee` }).press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(screen.question).toContainText('cascades to assistants and assignments');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Participant deleted successfully')).toBeVisible();
    await expect(screen.row(`${name} Lee`)).toBeHidden();
  });

  await test.step('assigns and unassigns workers by keyboard alone, with or without access', async () => {
    const screen = new ParticipantsPage(page);
    const workers = new WorkersDrawer(page);
    const { id, name } = await makeParticipant(server, 'Kim');
    const assistantId = await makeAssistant(server, `Days of ${name}`, id);
    const [ada, bo] = [await newUser(), await newUser()];
    const office = await inRole(server, await newUser(), 'office');

    await screen.open(`?q=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter');
    // Typing the first letter focuses a menu item.
    await expect(page.getByRole('menuitem', { name: 'Assign Workers' })).toBeVisible();
    await page.keyboard.press('a');
    await expect(page.getByRole('menuitem', { name: 'Assign Workers' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(workers.drawer).toContainText(name);
    await expect(workers.drawer).toContainText('No workers assigned yet');
    await expect
      .poll(async () => {
        const box = await workers.drawer.boundingBox();
        return box && Math.round(box.y + box.height);
      })
      .toBe(page.viewportSize()?.height);
    await workers.assign();
    await expect(workers.drawer.getByText('Please select a user.')).toBeVisible();
    await workers.find.fill(office.email);
    await expect(
      workers.drawer.getByText('No support workers to assign match that').last(),
    ).toBeVisible();

    await expect(workers.alsoGrant).toBeChecked();
    await workers.pick(ada.email);
    await expect(workers.drawer).toContainText('1 worker will gain assistant access');
    await workers.assign();
    await expect(page.getByText('Worker assigned successfully')).toBeVisible();
    await expect(workers.worker(ada.email)).toBeVisible();
    expect(await directUsers(server, assistantId)).toEqual([ada.email]);
    await workers.find.fill(ada.email);
    await expect(
      workers.drawer.getByText('No support workers to assign match that').last(),
    ).toBeVisible();

    await workers.press(workers.alsoGrant, 'Space');
    await workers.pick(bo.email);
    await workers.assign();
    await expect(workers.worker(bo.email)).toBeVisible();
    expect(await directUsers(server, assistantId)).toEqual([ada.email]);

    await workers.press(workers.grantAll);
    await expect(page.getByText('Granted assistant access to 2 workers')).toBeVisible();
    expect(await directUsers(server, assistantId)).toEqual(
      expect.arrayContaining([ada.email, bo.email]),
    );

    await workers.unassign(ada.email, { alsoRevoke: false });
    await expect(page.getByText('Worker unassigned successfully')).toBeVisible();
    await expect(workers.worker(ada.email)).toBeHidden();
    expect(await directUsers(server, assistantId)).toHaveLength(2);
    await workers.unassign(bo.email, { alsoRevoke: true });
    await expect(workers.worker(bo.email)).toBeHidden();
    expect(await directUsers(server, assistantId)).toEqual([ada.email]);
  });
});

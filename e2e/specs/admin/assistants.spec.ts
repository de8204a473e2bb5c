import { randomUUID } from 'node:crypto';
import { directUsers } from '../../fixtures/administration.ts';
import { makeLabelledAssistant } from '../../fixtures/administration.ts';
import { expect, ownPage, test } from '../../fixtures/shared-page.ts';
import { Toasts } from '../../pages/toasts.ts';
import { AssistantsPage } from '../../pages/assistants-page.ts';

const COLUMNS = ['Label', 'Type', 'Participant', 'Assistant ID', 'Created', 'Actions'];

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('ASST-01 ASST-02 ASST-09 ASST-10 ASST-11 ASST-12 ASST-14 ASST-15 ASST-16 ASST-17 ASST-18 PEOPLE-25 ASST-04 ASST-05 ASST-06 ASST-07 ASST-08 USAGE-18 an administrator finds, creates, edits, shares and deletes assistants', async ({
  page,
  server,
  newUser,
}) => {
  await test.step('lists the assistants in columns; search, filter and sorting work, with the filters in the URL', async () => {
    const screen = new AssistantsPage(page);
    await screen.open();
    await expect(page.getByRole('heading', { level: 1, name: 'AI Assistants' })).toBeVisible();
    await expect(screen.table.getByRole('columnheader')).toHaveText(COLUMNS);

    await screen.search.fill('notes');
    await expect(page).toHaveURL('/admin/assistants?q=notes');
    await expect(screen.row('Shift notes')).toContainText('asst_shift_notes');
    await expect(screen.row('Roster and leave')).toBeHidden();
    await page.getByLabel('Type').selectOption('org');
    await expect(page).toHaveURL('/admin/assistants?q=notes&kind=org');
    await page.reload();
    await expect(screen.search).toHaveValue('notes');
    await expect(screen.row('Shift notes')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/admin/assistants?q=notes');
    await screen.search.fill('no such thing');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/admin/assistants');
    await page.getByRole('button', { name: 'Created' }).click();
    await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
  });

  await test.step('creates, edits and deletes an assistant by keyboard alone', async () => {
    const screen = new AssistantsPage(page);
    const label = `Meals ${randomUUID().slice(0, 8)}`;
    await screen.open();
    await page.getByRole('button', { name: 'Create Assistant' }).first().press('Enter');
    await expect(screen.field('Label')).toBeFocused();
    await page.keyboard.type(label);
    await screen.field('Assistant ID').press('ControlOrMeta+a');
    await page.keyboard.type('asst_meals');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Assistant created successfully')).toBeVisible();
    await expect(screen.row(label)).toContainText('asst_meals');

    await page.getByRole('button', { name: label, exact: true }).press('Enter');
    await expect(screen.field('Label')).toHaveValue(label);
    await screen.field('Label').press('End');
    await page.keyboard.type('!');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toContainText('have not been saved');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Assistant updated successfully')).toBeVisible();
    await expect(screen.row(`${label}!`)).toBeVisible();

    await page.getByRole('button', { name: `Actions for ${label}!` }).press('ArrowUp');
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Delete assistant?' });
    await expect(question).toContainText('cannot be undone');
    await expect(question).toContainText('all associated conversations');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Assistant deleted successfully')).toBeVisible();
    await expect(screen.row(`${label}!`)).toBeHidden();
  });

  await test.step('grants and revokes access for roles and users', async () => {
    const screen = new AssistantsPage(page);
    const { id, label } = await makeLabelledAssistant(server, 'Transport');
    const [person, other] = [await newUser(), await newUser()];
    await screen.open(`?q=${encodeURIComponent(label)}`);
    await screen.choose(label, 'Manage Access');
    await expect(page).toHaveURL(new RegExp(`open=${id}&tab=access`));

    for (const role of ['Admin', 'Office', 'Support worker']) {
      await expect(screen.role(role)).not.toBeChecked();
    }
    await screen.role('Office').check();
    await expect(page.getByText('Role access granted successfully')).toBeVisible();
    const toasts = new Toasts(page);
    const heading = screen.dialog.getByRole('heading').first();
    const close = screen.dialog.getByRole('button', { name: 'Close' });
    await toasts.expectClearOf(heading, close, screen.role('Office'));
    // The narrowest phones, where its text has several lines.
    const size = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 568 });
    await screen.role('Office').uncheck();
    await expect(page.getByText('Role access revoked successfully')).toBeVisible();
    await toasts.expectClearOf(heading, close);
    if (size) await page.setViewportSize(size);

    const search = screen.dialog.getByRole('combobox', { name: 'Add users' });
    await search.fill(person.email.slice(0, 18));
    await screen.option(person.email).click();
    await expect(screen.dialog.getByText('1 user will gain access')).toBeVisible();
    await screen.button('Grant access').click();
    await expect(page.getByText('User access granted successfully')).toBeVisible();
    await expect(screen.role(person.email)).toBeVisible();

    await search.fill(other.email.slice(0, 18));
    await screen.option(other.email).click();
    await screen.button('Grant access').click();
    await screen.role(other.email).check();
    await screen.role(person.email).check();
    await expect(screen.dialog.getByText('2 users will lose access')).toBeVisible();

    await screen.button(`Revoke access of ${person.email}`).click();
    await expect(page.getByText('User access revoked successfully')).toBeVisible();
    await expect(screen.role(person.email)).toBeHidden();
    await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click();
    await expect(screen.role(person.email)).toBeVisible();
    expect(await directUsers(server, id)).toContain(person.email);
    await screen.button(`Revoke access of ${person.email}`).click();
    await expect(screen.role(person.email)).toBeHidden();

    await screen.dialog.getByText('Who can see this?').click();
    const viewer = screen.dialog.getByRole('listitem').filter({ hasText: 'Direct access' });
    await expect(viewer).toContainText(other.email);
    await screen.dialog.getByRole('tab', { name: 'History' }).click();
    await expect(screen.dialog.getByRole('listitem').first()).toContainText(
      `Access revoked: ${person.email}`,
    );
  });

  await test.step('the form shows only the fields that apply, and validates them', async () => {
    const screen = new AssistantsPage(page);
    await screen.open('?create=assistant');
    await expect(screen.dialog.getByText('3-60 ASCII characters')).toBeVisible();
    await expect(screen.kind('Organisation')).toBeChecked();
    // What a new assistant needs is visible without scrolling, on a laptop and on a phone.
    for (const size of [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(size);
      await expect(screen.field('Label')).toBeInViewport({ ratio: 1 });
      await expect(screen.field('Assistant ID')).toBeInViewport({ ratio: 1 });
      await expect(screen.button('Create')).toBeInViewport({ ratio: 1 });
    }
    await expect(screen.toggle('Web research')).toBeHidden();
    await screen.dialog.getByText('More settings').click();
    await expect(screen.toggle('Web research')).not.toBeChecked();
    await expect(screen.toggle('Use organisation domains')).toBeChecked();
    await expect(screen.field('Participant').and(page.locator('input[type=text]'))).toBeHidden();

    await screen.kind('Participant').check();
    const picker = screen.dialog.getByRole('combobox', { name: 'Participant' });
    await picker.click();
    await screen.option(/./).first().click();
    await expect(picker).not.toHaveValue('');
    await screen.kind('Organisation').check();
    await expect(picker).toBeHidden();
    await screen.kind('Participant').check();
    await expect(picker).toHaveValue('');

    // This environment has no web research: the switch says that it has no effect.
    await expect(screen.dialog.getByText(/^Not set up here\./)).toBeVisible();

    const domains = screen.field('Custom web domains');
    await expect(domains).toBeHidden();
    await screen.toggle('Web research').check();
    await expect(domains).toBeHidden();
    await screen.toggle('Use organisation domains').uncheck();
    await expect(domains).toHaveAttribute('placeholder', /ndis\.gov\.au[^]*health\.gov\.au/);
    await domains.fill('not a domain');
    await screen.toggle('Web research').uncheck();
    await expect(domains).toBeHidden();
    await screen.toggle('Web research').check();
    await expect(domains).toHaveValue('not a domain');

    await screen.field('Assistant ID').fill('meals');
    await screen.button('Create').click();
    await expect(screen.dialog.getByText('Label must be at least 3 characters')).toBeVisible();
    await expect(screen.dialog.getByText('Assistant ID must start with asst_')).toBeVisible();
    await expect(screen.dialog.getByText(/^not a domain: Domains use letters/)).toBeVisible();
    await expect(screen.field('Label')).toBeFocused();
  });
});

ownPage(
  'LIMIT-18 searches for users 300 ms after the last keystroke, with a limit of 20',
  async ({ page, server }) => {
    const screen = new AssistantsPage(page);
    const { id } = await makeLabelledAssistant(server, 'Garden');
    const requests: string[] = [];
    page.on('request', (request) => {
      const [endpoint] = request.postData()?.match(/\/users\?[^"]*/) ?? [];
      if (endpoint !== undefined) requests.push(endpoint);
    });
    await page.clock.install();
    await screen.open(`?open=${id}&tab=access`);
    const search = screen.dialog.getByRole('combobox', { name: 'Add users' });
    await search.click();
    await page.clock.pauseAt(Date.now() + 60_000);
    await search.pressSequentially('home');
    await page.clock.runFor(299);
    expect(requests).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => requests).toEqual(['/users?q=home&limit=20']);
  },
);

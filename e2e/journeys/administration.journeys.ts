import { randomUUID } from 'node:crypto';
import { directUsers, makeAssistant, makeParticipant } from '../fixtures/administration.ts';
import { readUser } from '../fixtures/records.ts';
import { expect, test } from './journey.ts';

const unique = (word: string) => `${word} ${randomUUID().slice(0, 8)}`;

test('an admin manages assistants, participants, assignments, roles and access', async ({
  server,
  newUser,
  openScreen,
}) => {
  const { email } = await newUser();
  const screen = await openScreen('admin');

  await test.step('an admin creates and edits an assistant, grants it to a role and a user, and deletes it', async () => {
    const label = unique('Meals');
    await screen.open('/admin/assistants?create=assistant');
    const dialog = screen.role('dialog');
    await dialog.role('textbox', /^Label/).fill(label);
    await dialog.role('textbox', /^Assistant ID/).fill('asst_meals');
    await dialog.button('Create').click();
    await screen.toast('Assistant created successfully').expectVisible();
    await screen.button(label).click();
    await dialog.role('textbox', /^Label/).fill(`${label}!`);
    await screen.press('Enter');
    await screen.toast('Assistant updated successfully').expectVisible();

    await screen.button(`Actions for ${label}!`).click();
    await screen.role('menuitem', 'Manage Access').click();
    const access = screen.role('dialog', 'Manage Access');
    await access.role('checkbox', 'Office').click();
    await screen.toast('Role access granted successfully').expectVisible();
    await access.role('checkbox', 'Office').expectChecked();
    await access.role('combobox', 'Add users').fill(email);
    await screen.role('option', new RegExp(email)).click();
    await access.button('Grant access').click();
    await screen.toast('User access granted successfully').expectVisible();
    const id = new URL(await screen.tab.url()).searchParams.get('open') ?? '';
    expect(await directUsers(server, id)).toEqual([email]);
    await screen.press('Escape');
    await access.expectHidden();

    await screen.button(`Actions for ${label}!`).click();
    await screen.role('menuitem', 'Delete').click();
    await screen.role('alertdialog').button('Delete').click();
    await screen.toast('Assistant deleted successfully').expectVisible();
    await screen.button(`${label}!`).expectHidden();
  });

  await test.step('an admin creates, renames and deletes a participant', async () => {
    const name = unique('Alex');
    await screen.open('/admin/participants?create=participant');
    const field = screen.role('dialog').role('textbox', /^Display name/);
    await field.fill(name);
    await screen.press('Enter');
    await screen.toast('Participant created successfully').expectVisible();
    await screen.button(name).click();
    await field.fill(`${name} Lee`);
    await screen.press('Enter');
    await screen.toast('Participant updated successfully').expectVisible();
    await screen.button(`Actions for ${name} Lee`).click();
    await screen.role('menuitem', 'Delete').click();
    await screen.role('alertdialog').button('Delete').click();
    await screen.toast('Participant deleted successfully').expectVisible();
    await screen.button(`${name} Lee`).expectHidden();
  });

  await test.step('assigning a worker to a participant grants access to its assistant', async () => {
    const { id, name } = await makeParticipant(server, 'Kim');
    const assistantId = await makeAssistant(server, `Days of ${name}`, id);
    await screen.open(`/admin/participants?q=${encodeURIComponent(name)}`);
    await screen.button(`Actions for ${name}`).click();
    await screen.role('menuitem', 'Assign Workers').click();
    const drawer = screen.role('dialog', 'Assign Workers');
    await drawer.role('combobox', 'Find a worker').fill(email);
    await screen.role('option', new RegExp(email)).click();
    await drawer.button(/^Assign /).click();
    await screen.toast('Worker assigned successfully').expectVisible();
    await drawer.role('list', 'Assigned workers').role('listitem').expectTexts([email]);
    expect(await directUsers(server, assistantId)).toEqual([email]);
  });

  await test.step("an admin changes a user's role in the list and grants direct access in the dialog", async () => {
    // A label that sorts first.
    const label = `00 ${randomUUID().slice(0, 8)}`;
    const id = await makeAssistant(server, label);
    await screen.open(`/admin/users?q=${email}`);
    await screen.button(new RegExp(`^Role of ${email}`)).click();
    await screen.role('menuitem', /^Office/).click();
    await screen.toast('User role updated successfully').expectVisible();
    expect(await readUser(server, email)).toMatchObject({ role: { name: 'office' } });

    await screen.button(email).click();
    const direct = screen.role('dialog').role('switch', `Direct access to ${label}`);
    await direct.click();
    await screen.toast('Access granted').expectVisible();
    await direct.expectChecked();
    expect(await directUsers(server, id)).toEqual([email]);
  });
});

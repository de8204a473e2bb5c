import { randomUUID } from 'node:crypto';
import { demoAccounts } from '../../fixtures/accounts.ts';
import { directUsers, grantToUser, makeAssistant, userId } from '../../fixtures/administration.ts';
import { callRest } from '../../fixtures/records.ts';
import { tabTo } from '../../fixtures/tab-to.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AssistantsPage } from '../../pages/assistants-page.ts';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('ASST-14 ASST-15 ASST-16 ASST-17 ASST-18 grants and revokes access for several users at once by keyboard alone', async ({
  page,
  server,
  newUser,
}) => {
  const screen = new AssistantsPage(page);
  const label = `Errands ${randomUUID().slice(0, 8)}`;
  const id = await makeAssistant(server, label);
  const [ada, bo] = [await newUser(), await newUser()];
  await grantToUser(server, id, await userId(server, bo));
  await screen.open(`?q=${encodeURIComponent(label)}`);
  await page.getByRole('button', { name: `Actions for ${label}` }).press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Manage Access' })).toContainText(label);

  await tabTo(screen.role('Office'));
  await page.keyboard.press('Space');
  await expect(page.getByText('Role access granted successfully')).toBeVisible();
  await tabTo(screen.dialog.getByRole('combobox', { name: 'Add users' }));
  await page.keyboard.type(ada.email);
  await expect(screen.option(ada.email)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(screen.button('Grant access'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('User access granted successfully')).toBeVisible();

  // Revoking is disabled until the preview names the affected users.
  let resolveAnswer = () => {};
  const answered = new Promise<void>((resolve) => (resolveAnswer = resolve));
  await page.route('**/rest/v1/rpc/change_grants', (route) =>
    answered.then(() => route.fallback()),
  );
  for (const { email } of [ada, bo]) {
    await tabTo(screen.role(email));
    await page.keyboard.press('Space');
  }
  await expect(screen.button('Revoke access of 2 users')).toBeDisabled();
  resolveAnswer();
  await expect(screen.dialog.getByText('2 users will lose access')).toBeVisible();
  await tabTo(screen.button('Revoke access of 2 users'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Access revoked from 2 users')).toBeVisible();
  await expect(screen.dialog.getByText('No users have direct access yet.')).toBeVisible();
  expect(await directUsers(server, id)).toEqual([]);

  await tabTo(screen.dialog.getByRole('tab', { name: 'Access' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'History' })).toBeVisible();
  const changes = screen.dialog.getByRole('list', { name: 'Changes, newest first' });
  await expect(changes.getByRole('listitem').filter({ hasText: 'revoked' })).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(screen.dialog).toBeHidden();
});

test('saves a model by keyboard alone, reports a concurrent edit, and Keep theirs accepts it', async ({
  page,
  server,
}) => {
  const screen = new AssistantsPage(page);
  const label = `Cooking ${randomUUID().slice(0, 8)}`;
  const id = await makeAssistant(server, label);
  await screen.open(`?q=${encodeURIComponent(label)}`);
  await page.getByRole('button', { name: label, exact: true }).press('Enter');
  await tabTo(screen.dialog.getByRole('tab', { name: 'Details' }));
  await page.keyboard.press('ArrowRight');
  await tabTo(screen.field('Provider'));
  await page.keyboard.type('Chat');
  await tabTo(screen.dialog.getByRole('combobox', { name: 'Model' }));
  await page.keyboard.type('mine-1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Assistant updated successfully')).toBeVisible();
  await expect(screen.dialog).toBeHidden();

  await screen.open(`?open=${id}&tab=model`);
  await expect(screen.field('Provider')).toHaveValue('chat');
  await expect(screen.dialog.getByRole('combobox', { name: 'Model' })).toHaveValue('mine-1');
  await screen.dialog.getByRole('combobox', { name: 'Model' }).fill('mine-2');
  await callRest(server, `ai_assistant_profiles?openai_assistant_id=eq.asst_${id.slice(0, 8)}`, {
    method: 'PATCH',
    body: JSON.stringify({ model: 'theirs-1', version: 9 }),
  });
  await screen.button('Save').click();
  await expect(screen.dialog.getByRole('alert')).toContainText('theirs-1');
  await screen.button('Keep theirs').press('Enter');
  await expect(screen.dialog.getByRole('alert')).toBeHidden();
  await expect(screen.dialog.getByRole('combobox', { name: 'Model' })).toHaveValue('theirs-1');

  await screen.field('Instructions').fill('Be brief.');
  await screen.button('Save').click();
  await expect(screen.dialog).toBeHidden();
  const saved = await callRest(
    server,
    `ai_assistant_profiles?select=model,instructions&openai_assistant_id=eq.asst_${id.slice(0, 8)}`,
  );
  expect(await saved.json()).toEqual([{ model: 'theirs-1', instructions: 'Be brief.' }]);
});

test('Back asks before it discards unsaved changes, and a long history loads earlier changes', async ({
  page,
  server,
}) => {
  const screen = new AssistantsPage(page);
  const label = `Outings-${randomUUID().slice(0, 8)}`;
  const id = await makeAssistant(server, label);
  const list = `/admin/assistants?q=${encodeURIComponent(label)}`;
  await page.goto(list);
  await page.getByRole('button', { name: label, exact: true }).press('Enter');
  await screen.field('Label').fill(`${label}!`);
  await page.goBack();
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(`${list}&open=${id}`);
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(screen.field('Label')).toHaveValue(`${label}!`);

  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(screen.dialog).toBeHidden();
  await expect(page).toHaveURL(list);
  await expect(screen.row(`${label}!`)).toBeHidden();

  // The database records each change.
  for (let number = 1; number <= 26; number += 1)
    await callRest(
      server,
      `assistants?id=eq.${id}`,
      {
        method: 'PATCH',
        body: JSON.stringify({ label: number % 2 ? `${label} ${number}` : label }),
      },
      demoAccounts.admin,
    );
  await screen.choose(label, 'History');
  const changes = screen.dialog.getByRole('list', { name: 'Changes, newest first' });
  await expect(changes.getByRole('listitem')).toHaveCount(25);
  await tabTo(screen.button('Show earlier changes'));
  await page.keyboard.press('Enter');
  await expect(changes.getByRole('listitem')).toHaveCount(26);
  await expect(screen.button('Show earlier changes')).toBeHidden();
});

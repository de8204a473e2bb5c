import { expectAccessible } from '../../fixtures/accessible.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AssistantsPage } from '../../pages/assistants-page.ts';
import { ChatPage } from '../../pages/chat-page.ts';

const NOTE =
  '# Transfers\nInspect the sling for frayed stitching.\n# Charging the hoist\nCharge it every night.';

test('FOLLOW-01 FOLLOW-04 FOLLOW-07 FOLLOW-08 questions follow the last reply of an assistant that suggests them, and fill the composer', async ({
  page,
  browser,
  signIn,
}) => {
  await signIn(page, 'admin');
  const screen = new AssistantsPage(page);
  await screen.open();
  await screen.choose('Property maintenance', 'Edit');
  await screen.dialog.getByRole('switch', { name: 'Suggest follow-up questions' }).click();
  await screen.button('Save').click();
  await expect(screen.dialog).toBeHidden();
  await screen.choose('Property maintenance', 'Documents');
  await screen.button('Add note').click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Hoist policy');
  await page.getByRole('textbox', { name: 'Text' }).fill(NOTE);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(screen.dialog.getByText('2 passages')).toBeVisible();

  const reader = await browser.newPage();
  await signIn(reader, 'worker');
  const chat = new ChatPage(reader);
  await chat.open();
  await reader.getByRole('radio', { name: /Property maintenance/ }).click();
  await reader
    .getByRole('textbox', { name: 'First message' })
    .fill('What do I inspect on the sling for stitching?');
  await reader.keyboard.press('Enter');
  const questions = reader.getByRole('list', { name: 'Follow-up questions' });
  const charging = 'What do our documents say about “Charging the hoist”?';
  await expect(questions.getByRole('button')).toHaveText([charging]);
  await expectAccessible(reader, 'main');
  await reader.reload();
  await questions.getByRole('button', { name: charging }).click();
  await expect(chat.composer).toHaveValue(charging);
  await expect(chat.composer).toBeFocused();
  await reader.keyboard.press('Enter');
  await expect(chat.replies).toHaveCount(2);
  await expect(questions).toBeHidden();
  await reader.close();
});

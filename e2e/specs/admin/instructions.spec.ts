import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../../fixtures/accessible.ts';
import { callRest } from '../../fixtures/records.ts';
import type { RunningServer } from '../../fixtures/server.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AssistantsPage } from '../../pages/assistants-page.ts';
import { Toasts } from '../../pages/toasts.ts';

/** Creates an assistant with these instructions. @returns its label */
async function makeAssistant(server: RunningServer, instructions: string): Promise<string> {
  const id = randomUUID();
  const label = `Rules ${id.slice(0, 8)}`;
  const openai_assistant_id = `asst_${id}`;
  const post = (table: string, body: object) =>
    callRest(server, table, { method: 'POST', body: JSON.stringify(body) });
  await post('assistants', { id, label, openai_assistant_id });
  await post('ai_assistant_profiles', { openai_assistant_id, instructions });
  return label;
}

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('INST-05 INST-06 an earlier version is compared by line, restored and undone, and unsaved edits remain', async ({
  page,
  server,
}) => {
  const label = await makeAssistant(server, 'Be kind.\nNever guess.');
  const screen = new AssistantsPage(page);
  const toasts = new Toasts(page);
  await screen.open();
  await screen.search.fill(label);
  const openTab = (name: string) => screen.dialog.getByRole('tab', { name }).click();
  await screen.choose(label, 'Edit');
  await openTab('Model');
  await screen.field('Instructions').fill('Be kind.\nQuote the rule.');
  await screen.button('Save').click();
  await expect(screen.dialog).toBeHidden();

  await screen.choose(label, 'Edit');
  await openTab('Model');
  await expect(screen.field('Instructions')).toHaveValue('Be kind.\nQuote the rule.');
  await openTab('Versions');
  const versions = screen.dialog.getByRole('list', { name: 'Versions, newest first' });
  await expect(versions.locator('summary')).toContainText([/Version 2.*Current/, /Version 1/]);
  await versions.getByText('Version 1').click();
  const lines = versions
    .getByRole('list', { name: 'Difference to the current instructions' })
    .getByRole('listitem');
  await expect(lines).toHaveText([
    /Be kind\./,
    /−Removed: Never guess\./,
    /\+Added: Quote the rule\./,
  ]);
  await expectAccessible(page, '[role=dialog]');

  await screen.button('Restore version 1').click();
  await toasts.expectSuccess('Version 1 restored', '');
  await expect(versions.locator('summary')).toHaveCount(3);
  await openTab('Model');
  await expect(screen.field('Instructions')).toHaveValue('Be kind.\nNever guess.');
  await screen.field('Instructions').fill('Be kind.\nUnsaved.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await toasts.expectSuccess('Restoring undone', '');
  await expect(screen.field('Instructions')).toHaveValue('Be kind.\nUnsaved.');
  await openTab('Versions');
  await expect(versions.locator('summary')).toHaveCount(4);
});

test('TRY-05 TRY-07 TRY-09 an assistant is tried with unsaved instructions, which remain; stop and clear work', async ({
  page,
  server,
}) => {
  const label = await makeAssistant(server, 'Be kind.');
  const screen = new AssistantsPage(page);
  await screen.open();
  await screen.search.fill(label);
  await screen.choose(label, 'Edit');
  await screen.dialog.getByRole('tab', { name: 'Model' }).click();
  const instructions = screen.field('Instructions');
  await instructions.fill('Answer in rhymes.');
  await screen.button('Try it').click();

  const trial = page.getByRole('dialog', { name: 'Try it' });
  const message = trial.getByRole('textbox', { name: 'Message' });
  await expect(message).toBeFocused();
  await expect(trial.getByText(/Nothing here is stored/)).toBeVisible();
  const request = page.waitForRequest((sent) => sent.postData()?.includes('/try"') ?? false);
  await message.fill('Hello');
  await message.press('Enter');
  expect((await request).postDataJSON()).toMatchObject({
    body: { content: 'Hello', history: [], model: { instructions: 'Answer in rhymes.' } },
  });
  await expect(trial.getByText('The demo does not follow instructions')).toBeVisible();
  await expectAccessible(page, '[role=dialog]');

  await page.route('**/functions/v1/conversations', async (route) => {
    if (route.request().postData()?.includes('/try"')) return;
    await route.fallback();
  });
  await message.fill('And now?');
  await trial.getByRole('button', { name: 'Send' }).click();
  await trial.getByRole('button', { name: 'Stop' }).click();
  await expect(trial.getByText('Stopped')).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(trial).toBeHidden();
  await expect(instructions).toHaveValue('Answer in rhymes.');
  await screen.button('Try it').click();
  await expect(trial.getByText('Stopped')).toBeVisible();
  await trial.getByRole('button', { name: 'Clear conversation' }).click();
  await expect(trial.getByText('Stopped')).toBeHidden();
  await expect(message).toBeFocused();
});

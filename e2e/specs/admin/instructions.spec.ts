import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../../fixtures/accessible.ts';
import { callRest } from '../../fixtures/records.ts';
import type { RunningServer } from '../../fixtures/server.ts';
import { expect, test } from '../../fixtures/test.ts';
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

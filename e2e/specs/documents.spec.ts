import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../fixtures/accessible.ts';
import { expect, test } from '../fixtures/shared-page.ts';
import { AssistantsPage } from '../pages/assistants-page.ts';
import { ChatPage, DEMO_WORDS } from '../pages/chat-page.ts';

const POLICY =
  'Hoist policy\n\nKeep the area clear.\n\nInspect the sling for frayed stitching before each transfer.';

test('DOCS-12 DOCS-13 DOCS-15 DOCS-16 CITE-05 OUT-04 an administrator adds documents, and a worker opens the passage that a reply cites', async ({
  page,
  browser,
  signIn,
}) => {
  await signIn(page, 'admin');
  const screen = new AssistantsPage(page);
  await screen.open('?q=Policy and procedures');
  await screen.choose('Policy and procedures', 'Documents');
  const documents = screen.dialog.getByRole('list', { name: 'Documents' });
  await expect(documents).toContainText('Emergency procedure');
  await screen.upload(
    { name: 'Hoist policy.txt', mimeType: 'text/plain', buffer: Buffer.from(POLICY) },
    { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no document') },
  );
  const hoist = documents.getByRole('listitem').filter({ hasText: 'Hoist policy' });
  await expect(hoist).toContainText('1 passage');
  await expect(documents.getByText('Not read')).toBeVisible();
  await expect(documents.getByText('The content of the file does not match')).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await screen.button('Actions for Hoist policy').click();
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download file' }).click();
  expect((await saving).suggestedFilename()).toBe('Hoist policy.txt');

  const reader = await browser.newPage();
  await signIn(reader, 'worker');
  const chat = new ChatPage(reader);
  await chat.open();
  await reader.getByRole('radio', { name: /Policy and procedures/ }).click();
  await reader
    .getByRole('textbox', { name: 'First message' })
    .fill('What do I inspect on the sling before a transfer?');
  await reader.keyboard.press('Enter');
  const source = chat.replies
    .getByRole('list', { name: 'Sources' })
    .getByRole('link', { name: 'Source 1 Hoist policy, line 1' });
  await source.click();
  const panel = reader.getByRole('complementary', { name: 'Source' });
  await expect(panel.getByRole('heading', { name: 'Hoist policy' })).toBeFocused();
  await expect(panel.locator('mark')).toContainText('Cited passage: Hoist policy');
  await expect(chat.composer).toBeVisible();
  const download = reader.waitForEvent('download');
  await panel.getByRole('button', { name: 'Download file' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toBe(POLICY);
  await expectAccessible(reader, 'aside[aria-label=Source]');
  await reader.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(source).toBeFocused();

  await reader.emulateMedia({ media: 'print' });
  const printed = reader.locator('[data-print]').getByRole('list', { name: 'Sources' });
  await expect(printed).toHaveText('[1] Hoist policy, line 1');
  await expect(reader.locator('[data-print]').getByText(DEMO_WORDS)).toBeVisible();
  await reader.close();
});

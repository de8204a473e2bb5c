import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../fixtures/accessible.ts';
import { makeAssistant } from '../fixtures/administration.ts';
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
  await expect(screen.dialog.getByText('No documents yet')).toBeVisible();
  await screen.upload(
    { name: 'Hoist policy.txt', mimeType: 'text/plain', buffer: Buffer.from(POLICY) },
    { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no document') },
  );
  const documents = screen.dialog.getByRole('list', { name: 'Documents' });
  await expect(documents.getByText('1 passage')).toBeVisible();
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
    .getByRole('link', { name: 'Source 1 Hoist policy, line 1 (version 1)' });
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
  await expect(printed).toHaveText('[1] Hoist policy, line 1 (version 1)');
  await expect(reader.locator('[data-print]').getByText(DEMO_WORDS)).toBeVisible();
  await reader.close();
});

const ROSTER = [
  'Name,Suburb,Pager',
  ...Array.from({ length: 40 }, (_, row) => `Carer ${row},Suburb ${row},4${100 + row}`),
].join('\n');
const BUS = 'سياسة الحافلة\n\nيجب على السائق فحص الإطارات قبل كل رحلة إلى المسبح.';

test('CITE-13 CITE-14 CITE-16 a cited row opens in its table, and text in Arabic reads from right to left', async ({
  page,
  browser,
  signIn,
}) => {
  await signIn(page, 'admin');
  const screen = new AssistantsPage(page);
  await screen.open('?q=Roster and leave');
  await screen.choose('Roster and leave', 'Documents');
  await screen.upload(
    { name: 'Pagers.csv', mimeType: 'text/csv', buffer: Buffer.from(ROSTER) },
    { name: 'Bus.txt', mimeType: 'text/plain', buffer: Buffer.from(BUS) },
  );
  await expect(screen.dialog.getByText(/[2-9] passages/)).toBeVisible();
  await expect(screen.dialog.getByText(/1 passage/)).toBeVisible();

  const reader = await browser.newPage();
  await signIn(reader, 'office');
  const chat = new ChatPage(reader);
  await chat.open();
  await reader.getByRole('radio', { name: /Roster and leave/ }).click();
  await reader
    .getByRole('textbox', { name: 'First message' })
    .fill('Which pager does Carer 12 have?');
  await reader.keyboard.press('Enter');
  await chat.replies.getByRole('link', { name: /^Source 1 Pagers, row/ }).click();
  const panel = reader.getByRole('complementary', { name: 'Source' });
  const cited = panel.locator('mark').getByRole('table');
  await expect(cited.getByRole('columnheader')).toHaveText(['Name', 'Suburb', 'Pager']);
  await expect(cited.getByRole('row', { name: /Carer 12/ }).getByRole('cell')).toHaveText([
    'Carer 12',
    'Suburb 12',
    '4112',
  ]);
  await expectAccessible(reader, 'aside[aria-label=Source]');
  await reader.setViewportSize({ width: 390, height: 600 });
  // Of a passage higher than the screen, the start is shown.
  await expect(chat.dialog.locator('mark').getByRole('columnheader').first()).toBeInViewport();
  // Where it is narrow, the table scrolls: no number is broken.
  const pager = chat.dialog.locator('mark').getByRole('cell', { name: '4112' });
  const lines = await pager.evaluate((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
  await reader.setViewportSize({ width: 1280, height: 800 });

  await chat.write('متى يجب على السائق فحص الإطارات؟');
  await chat.replies.getByRole('link', { name: /^Source 1 Bus/ }).click();
  await expect(panel.locator('mark')).toContainText('المسبح');
  await expect(panel.locator('mark [dir]')).toHaveCSS('direction', 'rtl');
  await reader.close();
});

test('DOCS-12 a document whose name has no place to break stays within its dialog', async ({
  page,
  server,
  signIn,
}) => {
  await makeAssistant(server, 'With a long document');
  await signIn(page, 'admin');
  const screen = new AssistantsPage(page);
  await screen.open('?q=With a long document');
  await screen.choose('With a long document', 'Documents');
  const name = `Evacuation_plan_${'final_'.repeat(20)}`;
  const buffer = Buffer.from(POLICY);
  await screen.upload({ name: `${name}.txt`, mimeType: 'text/plain', buffer });
  const title = screen.dialog.getByText(name, { exact: true });
  await expect(title).toBeVisible();
  const right = async (element: typeof title) => {
    const box = await element.boundingBox();
    return box ? box.x + box.width : 0;
  };
  expect(await right(title)).toBeLessThan(await right(screen.dialog));
});

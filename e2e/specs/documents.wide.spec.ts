import { expectAccessible } from '../fixtures/accessible.ts';
import { makeAssistant } from '../fixtures/administration.ts';
import { expect, test } from '../fixtures/shared-page.ts';
import { AssistantsPage } from '../pages/assistants-page.ts';
import { ChatPage } from '../pages/chat-page.ts';

const POLICY =
  'Hoist policy\n\nKeep the area clear.\n\nInspect the sling for frayed stitching before each transfer.';

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
  for (const text of [/Pagers\.csv .*[2-9] passages/, /Bus\.txt .*1 passage/])
    await expect(screen.dialog.getByText(text)).toBeVisible();

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

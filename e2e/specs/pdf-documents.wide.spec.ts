import { expectAccessible } from '../fixtures/accessible.ts';
import { pdfFile } from '../fixtures/files.ts';
import { expect, test } from '../fixtures/shared-page.ts';
import { openPreview } from '../fixtures/open-preview.ts';

test('CITE-12 links of a PDF lead to its pages, and to websites in a new tab; others are text', async ({
  page,
  openConversation,
}) => {
  const guide = pdfFile(
    'Links.pdf',
    [['Our website'], ['Go to the end'], ['A program'], ['The end']],
    { 1: 'https://guide.example/sling?size=(m)', 2: 4, 3: 'javascript:alert(1)' },
  );
  const { chat } = await openConversation('Links');
  await openPreview(chat, guide);

  const sheet = (number: number) => chat.dialog.getByRole('article', { name: `Page ${number}` });
  const website = sheet(1).getByRole('link', {
    name: 'https://guide.example/sling?size=(m) (opens in a new tab)',
  });
  await expect(website).toHaveAttribute('target', '_blank');
  await expect(website).toHaveAttribute('rel', 'noopener noreferrer');
  const line = await sheet(1).getByText('Our website').boundingBox();
  const link = await website.boundingBox();
  expect(link?.x).toBeCloseTo(line?.x ?? NaN, 0);
  await expectAccessible(page, '[role=dialog]');

  // A page is rendered once it is near.
  await chat.dialog.getByRole('button', { name: 'Next page' }).click();
  await sheet(2).getByRole('button', { name: 'Page 4' }).press('Enter');
  await expect(chat.dialog.getByText('Page 4 of 4')).toBeVisible();
  await expect(chat.dialog.getByRole('region', { name: 'Pages' })).toBeFocused();
  await expect(sheet(3).getByText('A program')).toBeVisible();
  await expect(sheet(3).getByRole('link')).toHaveCount(0);
});

import { findFaults } from '../../fixtures/accessible.ts';
import { textFile } from '../../fixtures/files.ts';
import { readStoredFiles } from '../../fixtures/stored-files.ts';
import { expect, ownPage, test } from '../../fixtures/shared-page.ts';
import { AttachedFiles } from '../../pages/attached-files.ts';
import { isUpload } from '../../pages/chat-page.ts';
import { Toasts } from '../../pages/toasts.ts';

const nothing = { records: [], objects: [] };

test('files are dropped, removed, and reported after an aborted upload', async ({
  page,
  openConversation,
  server,
}) => {
  await test.step('files can be dropped anywhere on the conversation; dragging them out again attaches nothing', async () => {
    await openConversation('Dropped');
    const files = new AttachedFiles(page);
    const rota = { name: 'rota.txt', type: 'text/plain', size: 5 };
    const area = await page.getByRole('region', { name: 'Messages' }).boundingBox();
    const left = await files.drag(rota);
    const zone = await files.dropZone.boundingBox();
    expect(zone?.width).toBeGreaterThan((area?.width ?? 0) * 0.9);
    expect(zone?.height).toBeGreaterThan(area?.height ?? 0);
    await left.leave();
    await expect(files.dropZone).toBeHidden();
    await expect(files.all).toHaveCount(0);
    const dropped = await files.drag(rota);
    await dropped.drop();
    await expect(files.dropZone).toBeHidden();
    await expect(files.all).toHaveCount(1);
  });

  await test.step('removing an attached file deletes it from the server too', async () => {
    const { conversation } = await openConversation('Second thoughts');
    const files = new AttachedFiles(page);
    await files.choose(textFile('lease.txt'));
    await files.expectAttached('lease.txt');
    await files.remove('lease.txt').click();
    await expect(files.all).toHaveCount(0);
    await expect.poll(() => readStoredFiles(server, conversation.id)).toEqual(nothing);
    await page.reload();
    await expect(files.attach).toBeVisible();
    await expect(files.all).toHaveCount(0);
  });

  await test.step('warns before a reload that aborts an upload, and reports the failure after it', async () => {
    const { chat } = await openConversation('Reloaded');
    const files = new AttachedFiles(page);
    await chat.holdCalls(isUpload);
    await chat.composer.click();
    await files.choose(textFile('lease.txt'));
    await files.progress('lease.txt').waitFor();
    const warned = page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.accept();
      return dialog.type();
    });
    await page.reload();
    expect(await warned).toBe('beforeunload');
    await new Toasts(page).expectError('Upload Failed', 'lease.txt was not uploaded completely.');
    await expect(files.all).toHaveCount(0);
    await page.reload();
    await expect(files.attach).toBeVisible();
    await expect(page.getByTestId('toast')).toHaveCount(0);
  });
});

ownPage('attaches and removes files by keyboard alone', async ({ page, openConversation }) => {
  const { chat } = await openConversation('Keys');
  const files = new AttachedFiles(page);
  await expect(chat.composer).toBeFocused();
  // Registered before the tested key press, so that the browser opens no real file chooser.
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Tab');
  await expect(files.attach).toBeFocused();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles([textFile('1.txt'), textFile('2.txt')]);
  await files.expectAttached('1.txt');
  await files.expectAttached('2.txt');
  await expect(chat.composer).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Remove 1.txt' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove 2.txt' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(files.all).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
});

test.describe('files on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('no axe violations in either theme, touch targets of 44 px, and no horizontal overflow', async ({
    page,
    openConversation,
  }) => {
    const { chat } = await openConversation('Small');
    const files = new AttachedFiles(page);
    await files.choose(textFile('a-very-long-name-for-a-rota-of-november.txt'), textFile('b.txt'));
    await files.expectAttached('b.txt');
    await chat.holdCalls(isUpload);
    await files.choose(textFile('c.txt'));
    await files.progress('c.txt').waitFor();
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveClass(theme);
      const extent = theme === 'light' ? { tags: ['best-practice'] } : { colours: true };
      expect(await findFaults(page, extent), theme).toEqual([]);
    }
    const touched = [files.attach, chat.send, files.remove('b.txt'), files.remove('c.txt')];
    touched.push(page.getByRole('button', { name: 'Web research' }));
    for (const control of touched) {
      const box = await control.boundingBox();
      expect(box?.width).toBeGreaterThanOrEqual(44);
      expect(box?.height).toBeGreaterThanOrEqual(44);
    }
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
  });
});

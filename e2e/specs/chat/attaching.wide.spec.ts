import { textFile } from '../../fixtures/files.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AttachedFiles } from '../../pages/attached-files.ts';
import { isUpload } from '../../pages/chat-page.ts';
import { Toasts } from '../../pages/toasts.ts';

test('an upload that leaving the page aborted is reported when Back shows the same page again', async ({
  page,
  openConversation,
}) => {
  const { chat } = await openConversation('Roses');
  const files = new AttachedFiles(page);
  await chat.holdCalls(isUpload);
  await files.choose(textFile('lease.txt'));
  await files.progress('lease.txt').waitFor();
  // The driver switches the back/forward cache off: these are its events.
  await page.evaluate(() => {
    for (const type of ['pagehide', 'pageshow'])
      dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
  });
  await expect(files.all).toHaveCount(0);
  await new Toasts(page).expectError('Upload Failed', 'lease.txt was not uploaded completely.');
});

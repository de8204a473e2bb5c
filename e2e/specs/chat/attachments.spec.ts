import { textFile } from '../../fixtures/files.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { readStoredFiles } from '../../fixtures/stored-files.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AttachedFiles } from '../../pages/attached-files.ts';
import { isUpload } from '../../pages/chat-page.ts';
import { Toasts } from '../../pages/toasts.ts';

const SCAN = '**/functions/v1/security-scan';

test('FILE-02 FILE-04 SEND-08 uploads a file, scans it, only then attaches it, and clears it from the composer with its message', async ({
  page,
  server,
  openConversation,
}) => {
  const { chat, conversation } = await openConversation('Lease');
  const files = new AttachedFiles(page);
  const calls = chat.watchCalls();
  const held = await holdRequests(page, SCAN);
  const pendingRequest = page.waitForRequest(SCAN);
  await files.choose(textFile('lease.txt'));
  await expect(files.progress('lease.txt')).toHaveAccessibleName(/lease\.txt/);
  await pendingRequest;
  expect(calls.filter(isUpload)).toHaveLength(1);
  await expect(files.named('lease.txt')).toContainText('Checking...');
  expect(Number(await files.progress('lease.txt').getAttribute('value'))).toBeLessThanOrEqual(90);
  expect((await readStoredFiles(server, conversation.id)).records).toMatchObject([
    { name: 'lease.txt', scan_status: 'pending' },
  ]);

  held.release();
  await files.expectAttached('lease.txt');
  await new Toasts(page).expectSuccess('File Uploaded', 'lease.txt');
  await chat.write('What does it say?');
  await expect(chat.mine).toContainText('lease.txt');
  await chat.expectReplied(1);
  await expect(files.all).toHaveCount(0);
  const [record] = (await readStoredFiles(server, conversation.id)).records;
  expect(record).toMatchObject({ name: 'lease.txt', scan_status: 'clean' });
  expect(record?.message_id).not.toBeNull();

  await page.reload();
  await expect(chat.mine).toContainText('lease.txt');
  await expect(files.all).toHaveCount(0);
});

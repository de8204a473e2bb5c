import { createHash } from 'node:crypto';
import { largeFile, testVirus, textFile } from '../../fixtures/files.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { readStoredFiles } from '../../fixtures/stored-files.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AttachedFiles } from '../../pages/attached-files.ts';
import { isSend, isUpload } from '../../pages/chat-page.ts';
import { Toasts } from '../../pages/toasts.ts';

const SCAN = '**/functions/v1/security-scan';
const MB = 1_048_576;
const nothing = { records: [], objects: [] };

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

test('SEND-13 sends a message of files alone, and notes unreadable files under the reply', async ({
  page,
  openConversation,
}) => {
  const { chat } = await openConversation('Only a file');
  const files = new AttachedFiles(page);
  await expect(chat.send).toBeDisabled();
  const blank = { name: 'blank.txt', mimeType: 'text/plain', buffer: Buffer.from(' \n') };
  await files.choose(textFile('rota.txt'), blank);
  await files.expectAttached('rota.txt');
  await files.expectAttached('blank.txt');
  await chat.send.click();
  await expect(chat.mine).toContainText('rota.txt');
  await chat.expectReplied(1);
  const notes = chat.replies.last().getByRole('list', { name: 'Notes on this reply' });
  await expect(notes).toContainText('blank.txt has no text that can be read.');
  await page.reload();
  await expect(notes).toContainText('blank.txt has no text that can be read.');
});

test("FILE-05 a fifth file shows 'Too Many Files' and rejects the whole selection", async ({
  page,
  openConversation,
}) => {
  const { chat } = await openConversation('Many');
  const files = new AttachedFiles(page);
  await files.choose(...['1.txt', '2.txt', '3.txt'].map((name) => textFile(name)));
  await expect(files.all).toHaveCount(3);
  await files.expectAttached('3.txt');
  const calls = chat.watchCalls();
  await files.choose(textFile('4.txt'), textFile('5.txt'));
  await new Toasts(page).expectError('Too Many Files', 'Limit is 4 files per message.');
  await expect(files.all).toHaveCount(3);
  expect(calls.filter(isUpload)).toEqual([]);
  await files.choose(textFile('4.txt'));
  await expect(files.all).toHaveCount(4);
});

test("FILE-06 FILE-07 rejects a file over 25 MB with 'File Too Large' before sending a byte, another type with 'Invalid File Type', and accepts the valid file next to it", async ({
  page,
  openConversation,
}) => {
  const { chat } = await openConversation('Refused');
  const files = new AttachedFiles(page);
  const toasts = new Toasts(page);
  const calls = chat.watchCalls();
  const dragged = await files.drag({
    name: 'plan.pdf',
    type: 'application/pdf',
    size: 25 * MB + 1,
  });
  await dragged.drop();
  await toasts.expectError('File Too Large', 'File too large (max 25 MB).');
  await expect(files.all).toHaveCount(0);
  expect(calls.filter(isUpload)).toEqual([]);

  const picture = { name: 'roof.png', mimeType: 'image/png', buffer: Buffer.from('x') };
  await files.choose(picture, textFile('roof.txt'));
  await toasts.expectError(
    'Invalid File Type',
    'Unsupported file type. Allowed: PDF, CSV, XLSX, XLS, TXT, DOCX.',
  );
  await files.expectAttached('roof.txt');
  await expect(files.all).toHaveCount(1);
});

test("FILE-08 files over 60 MB in total show 'Size Limit Exceeded', including those already attached", async ({
  page,
  openConversation,
}) => {
  const { chat } = await openConversation('Heavy');
  const files = new AttachedFiles(page);
  await chat.holdCalls(isUpload);
  const pdf = (name: string, size: number) => ({ name, type: 'application/pdf', size });
  const first = await files.drag(pdf('1.pdf', 25 * MB), pdf('2.pdf', 25 * MB));
  await first.drop();
  await expect(files.all).toHaveCount(2);
  const second = await files.drag(pdf('3.pdf', 10 * MB + 1));
  await second.drop();
  await new Toasts(page).expectError('Size Limit Exceeded', 'Total file size exceeds 60MB limit.');
  await expect(files.all).toHaveCount(2);
});

test("FILE-09 FILE-03 a file that the scanner blocks shows 'Security Block' and is removed here and on the server; an unavailable scanner accepts nothing", async ({
  page,
  server,
  openConversation,
}) => {
  const { chat, conversation } = await openConversation('Danger');
  const files = new AttachedFiles(page);
  const toasts = new Toasts(page);
  await files.choose(testVirus('invoice.txt'));
  await toasts.takeError(
    'Security Block',
    'Blocked by security policy. invoice.txt: The file contains a known virus.',
  );
  await expect(files.all).toHaveCount(0);
  await files.choose({ ...textFile('cut-off.pdf', '%PDF-1.7\n'), mimeType: 'application/pdf' });
  await toasts.takeError('Security Block', 'cut-off.pdf: The file is damaged. Open it, save it');
  await files.choose(textFile('nothing.txt', ''));
  const empty = toasts.withText('Upload Failed', 'nothing.txt: The file is empty.');
  await expect(empty).toBeVisible();
  await expect(empty.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expect(files.all).toHaveCount(0);
  await expect.poll(() => readStoredFiles(server, conversation.id)).toEqual(nothing);

  await page.route(SCAN, (route) => route.fulfill({ status: 503, body: '{}' }));
  await files.choose(textFile('lease.txt'));
  await toasts.expectError('Upload Failed', 'lease.txt');
  await expect(files.all).toHaveCount(0);
  await expect(chat.send).toBeDisabled();
  await expect.poll(() => readStoredFiles(server, conversation.id)).toEqual(nothing);
});

test("FILE-10 FILE-03 FILE-12 a failed upload shows 'Upload Failed', is removed, is not sent, and can be retried", async ({
  page,
  openConversation,
}) => {
  const { chat } = await openConversation('Cut');
  const files = new AttachedFiles(page);
  const toasts = new Toasts(page);
  const restore = await chat.cutCalls(isUpload);
  await files.choose(textFile('lease.txt'));
  const failed = toasts.withText('Upload Failed', 'lease.txt was not uploaded.');
  await expect(failed).toHaveAttribute('data-tone', 'error');
  await expect(files.all).toHaveCount(0);
  await chat.write('Without it, then');
  await chat.expectReplied(1);
  await expect(toasts.withText('Upload Error', '')).toHaveCount(0);

  restore();
  await failed.getByRole('button', { name: 'Retry' }).click();
  await files.expectAttached('lease.txt');
  await expect(failed).toHaveCount(0);
});

test("FILE-11 SEND-12 sending during an upload shows 'Upload in Progress' and sends nothing", async ({
  page,
  openConversation,
}) => {
  const { chat } = await openConversation('Hasty');
  const files = new AttachedFiles(page);
  const calls = chat.watchCalls();
  const held = await chat.holdCalls(isUpload);
  await files.choose(textFile('lease.txt'));
  await expect(files.progress('lease.txt')).toBeVisible();
  await chat.write('See the file');
  await new Toasts(page).expectError(
    'Upload in Progress',
    'Please wait for files to finish uploading.',
  );
  await expect(chat.composer).toHaveValue('See the file');
  expect(calls.filter(isSend)).toEqual([]);
  held.release();
  await files.expectAttached('lease.txt');
  await chat.composer.press('Enter');
  await expect(chat.mine).toContainText('lease.txt');
});

test('LIMIT-13 uploads a large file byte for byte', async ({ page, server, openConversation }) => {
  const { conversation } = await openConversation('Long');
  const files = new AttachedFiles(page);
  const file = largeFile('log.txt', 3 * MB + 1);
  await files.choose(file);
  await expect(files.named('log.txt')).toHaveAttribute('data-progress', '100');
  const { records } = await readStoredFiles(server, conversation.id);
  expect(records[0]?.sha256).toBe(createHash('sha256').update(file.buffer).digest('hex'));
});

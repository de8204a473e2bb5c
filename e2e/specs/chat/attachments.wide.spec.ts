import { createHash } from 'node:crypto';
import { largeFile, textFile } from '../../fixtures/files.ts';
import { readStoredFiles } from '../../fixtures/stored-files.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AttachedFiles } from '../../pages/attached-files.ts';

const MB = 1_048_576;

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

test('LIMIT-13 uploads a large file byte for byte', async ({ page, server, openConversation }) => {
  const { conversation } = await openConversation('Long');
  const files = new AttachedFiles(page);
  const file = largeFile('log.txt', 3 * MB + 1);
  await files.choose(file);
  await expect(files.named('log.txt')).toHaveAttribute('data-progress', '100');
  const { records } = await readStoredFiles(server, conversation.id);
  expect(records[0]?.sha256).toBe(createHash('sha256').update(file.buffer).digest('hex'));
});

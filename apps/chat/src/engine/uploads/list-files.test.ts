import { expect, test } from 'vitest';
import { storedFile } from '../testing/stored-file';
import { listAttachments, listFiles } from './list-files';
import type { Upload } from './upload-list';

const upload = (name: string, changes: Partial<Upload> = {}): Upload => ({
  id: `id of ${name}`,
  conversationId: 'c1',
  name,
  size: 5,
  state: 'uploading',
  progress: 40,
  supabasePath: null,
  ...changes,
});
const names = (files: Upload[]) => files.map(({ name, state }) => `${name} ${state}`);

test('lists files in the order in which they were chosen, whichever is ready first, after those of an earlier visit', () => {
  const second = upload('2', { state: 'attached', supabasePath: 'attachments/2' });
  const files = listFiles('c1', [storedFile('0'), storedFile('2')], [upload('1'), second]);
  expect(names(files)).toEqual(['0 attached', '1 uploading', '2 attached']);
  expect(files[2]?.id).toBe('id of 2');
});

test('does not list a file that is no longer in the draft or belongs to another conversation', () => {
  const sent = upload('1', { state: 'attached', supabasePath: 'attachments/1' });
  expect(listFiles('c1', [], [sent, upload('2', { conversationId: 'c2' })])).toEqual([]);
});

test('sends files in the order in which they were chosen, not in the order of their upload', () => {
  const first = upload('1', { state: 'attached', supabasePath: 'attachments/1' });
  const second = upload('2', { state: 'attached', supabasePath: 'attachments/2' });
  const arrived = [storedFile('2'), storedFile('1')];
  const sent = listAttachments(listFiles('c1', arrived, [first, second]), arrived);
  expect(sent.map(({ name }) => name)).toEqual(['1', '2']);
});

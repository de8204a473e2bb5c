import { expect, test } from 'vitest';
import type { ExtractedFile } from '../domain/extract/extracted-file.ts';
import { ReadFiles } from './read-files.ts';

function fileOf(text: string): ExtractedFile {
  return { parts: [{ text }], tables: [], notes: [] };
}

test('a file is read once, even for two concurrent calls', async () => {
  const files = new ReadFiles();
  let reads = 0;
  const read = async () => {
    reads += 1;
    return fileOf('One');
  };
  const both = await Promise.all([files.get('a', read), files.get('a', read)]);
  expect(both).toEqual([fileOf('One'), fileOf('One')]);
  await files.get('a', read);
  expect(reads).toBe(1);
});

test('the least recently used file is evicted, and a failed read is retried', async () => {
  const files = new ReadFiles(500);
  const reads: string[] = [];
  const get = (key: string) =>
    files.get(key, async () => {
      reads.push(key);
      if (reads.length === 1) throw new Error('away');
      return fileOf('x'.repeat(150));
    });
  await expect(get('a')).rejects.toThrow('away');
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key);
  expect(reads).toEqual(['a', 'a', 'b', 'c', 'b']);
});

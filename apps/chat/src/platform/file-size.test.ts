import { expect, test } from 'vitest';
import { fileSize } from './file-size';

test('formats a file size in the unit that fits', () => {
  expect(fileSize(512)).toBe('512 B');
  expect(fileSize(2048)).toBe('2 KB');
  expect(fileSize(26_214_400)).toBe('25.0 MB');
});

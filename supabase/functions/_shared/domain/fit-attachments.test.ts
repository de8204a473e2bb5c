import { expect, test } from 'vitest';
import type { TurnAttachment } from '../ai/provider.ts';
import { fitAttachments } from './fit-attachments.ts';

function file(name: string, length: number, isEarlier = false): TurnAttachment {
  const text = 'a'.repeat(length);
  return { name, mime: 'text/plain', openaiFileId: null, text, ...(isEarlier && { isEarlier }) };
}

function lengths(files: readonly TurnAttachment[]) {
  return files.map(({ name, text = '', isCut = false }) => [name, text.length, isCut]);
}

test('texts within the limit are unchanged', () => {
  const files = [file('a', 40), file('b', 20), file('c', 40, true)];
  expect(fitAttachments(files, 100)).toEqual({ attachments: files, notes: [] });
});

test('a large file uses the space that a small file leaves, with a note', () => {
  const { attachments, notes } = fitAttachments([file('large', 300), file('small', 20)], 100);
  expect(lengths(attachments)).toEqual([
    ['large', 80, true],
    ['small', 20, false],
  ]);
  expect(notes).toEqual(['The assistant was given only the first 26% of the text of large.']);
});

test('earlier files use the remaining space, and are omitted with a note if none is left', () => {
  const earlier = [file('b', 6000, true), file('c', 10, true), file('d', 3000, true)];
  const { attachments, notes } = fitAttachments([file('a', 5000), ...earlier], 10_000);
  expect(lengths(attachments)).toEqual([
    ['a', 5000, false],
    ['b', 5000, true],
  ]);
  expect(notes).toEqual([
    'The assistant was given only the first 83% of the text of b.',
    'c, attached earlier, was left out: there is no room for more files.',
    'd, attached earlier, was left out: there is no room for more files.',
  ]);
});

test('a character is never split', () => {
  const whole = { ...file('a', 0), text: 'ab\ud83d\udc4d' };
  expect(fitAttachments([whole], 3).attachments[0]?.text).toBe('ab');
});

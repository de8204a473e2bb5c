import { AppError, listConversationsQuerySchema } from '@homie/contracts/requests';
import { expect, test } from 'vitest';
import { readCursor, writeCursor } from './list-cursor.ts';

const position = {
  pinned: true,
  moment: 1_795_231_511_123_456,
  id: '7b0f3a54-0c9e-4f3b-9f0c-1d2e3f405162',
};

test('a position round-trips through its cursor to the microsecond', () => {
  for (const pinned of [true, false]) {
    expect(readCursor(writeCursor({ ...position, pinned }))).toEqual({ ...position, pinned });
  }
  expect(readCursor('')).toBeUndefined();
});

test('a cursor needs no URL encoding, and matches the contract', () => {
  const cursor = writeCursor(position);
  expect(encodeURIComponent(cursor)).toBe(cursor);
  expect(listConversationsQuerySchema.parse({ cursor }).cursor).toBe(cursor);
});

test.each(['x', '_', 'AAAA', btoa('p.1.2'), btoa(`p.1.${'-'.repeat(36)}`)])(
  'an invalid cursor is refused with an error message: %s',
  (cursor) => {
    const expected = new AppError('validation_failed', 'cursor must come from an earlier answer');
    expect(() => readCursor(cursor)).toThrow(expected);
  },
);

import { expect, test } from 'vitest';
import { ByteReader, startsWith } from './byte-reader.ts';
import { Refused } from './refused.ts';

const reader = new ByteReader(Uint8Array.of(9, 1, 2, 3, 4, 5).subarray(1));

test('numbers are little-endian, at an offset', () => {
  expect(reader.length).toBe(5);
  expect([reader.u16(0), reader.u16(3)]).toEqual([0x0201, 0x0504]);
  expect([reader.u32(0), reader.u32(1)]).toEqual([0x04030201, 0x05040302]);
  expect([...reader.slice(1, 4), ...reader.slice(5, 0)]).toEqual([2, 3, 4, 5]);
});

test.each([
  () => reader.u16(4),
  () => reader.u16(-1),
  () => reader.u32(2),
  () => reader.slice(3, 3),
  () => reader.slice(-1, 2),
  () => reader.slice(2, -1),
])('a read out of bounds reports damage: %s', (read) => {
  expect(read).toThrow(new Refused('damaged'));
});

test('startsWith compares all bytes of the prefix', () => {
  const bytes = Uint8Array.of(1, 2, 3);
  expect(startsWith(bytes, [1, 2])).toBe(true);
  expect(startsWith(bytes, [1, 3])).toBe(false);
  expect(startsWith(bytes, [1, 2, 3, 4])).toBe(false);
});

import { expect, test } from 'vitest';
import { isPlainAddress } from './plain-address.ts';

test('rejects exactly the encoded characters that need no encoding', () => {
  for (let code = 0; code < 256; code += 1) {
    const needsNone = /[\w.~-]/.test(String.fromCharCode(code)) && code < 128;
    const hex = code.toString(16).padStart(2, '0');
    for (const spelled of [`/a%${hex}b`, `/a%${hex.toUpperCase()}b`])
      expect([spelled, isPlainAddress(spelled)]).toEqual([spelled, !needsNone]);
  }
});

test('accepts the addresses that the clients send', () => {
  for (const path of [
    '/rest/v1/tags',
    `/storage/v1/object/files/${encodeURIComponent("ä b/'c'%73.txt")}`,
  ])
    expect(isPlainAddress(path)).toBe(true);
});

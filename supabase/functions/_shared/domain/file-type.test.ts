import { FILE_TYPES } from '@homie/contracts';
import { expect, test } from 'vitest';
import { claimedKind, mimeTypeOf } from './file-type.ts';

test('every accepted extension is a kind with a MIME type that the storage takes', () => {
  for (const [extension, types] of Object.entries(FILE_TYPES)) {
    const kind = claimedKind(`a.b.${extension.toUpperCase()}`);
    expect(kind).toBe(extension);
    expect(kind && mimeTypeOf(kind)).toBe(types[0]);
  }
});

test.each(['', 'pdf', '.', 'a.', 'a.exe', 'a.pdf.exe', 'a.pdf ', 'a.constructor'])(
  'the name "%s" claims no kind',
  (name) => {
    expect(claimedKind(name)).toBeUndefined();
  },
);

// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { pastedFiles } from './pasted-files';

function clipboard(files: File[], text = '') {
  const list = Object.assign(files, { item: (index: number) => files[index] ?? null });
  return { files: list, getData: () => text };
}
const picture = new File(['x'], 'image.png', { type: 'image/png' });
const rota = new File(['x'], 'rota.csv', { type: 'text/csv' });

test('accepts pasted files, but not a picture that accompanies copied text', () => {
  expect(pastedFiles(clipboard([rota]))).toEqual([rota]);
  expect(pastedFiles(clipboard([rota], '/home/ada/rota.csv'))).toEqual([rota]);
  expect(pastedFiles(clipboard([picture], 'A table from a spreadsheet'))).toEqual([]);
  expect(pastedFiles(clipboard([], 'Words'))).toEqual([]);
});

test('accepts a picture alone as a file, so that its refusal is reported', () => {
  expect(pastedFiles(clipboard([picture]))).toEqual([picture]);
});

// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { pastedFiles } from './pasted-files';

function clipboard(files: File[], text = '') {
  const list = Object.assign(files, { item: (index: number) => files[index] ?? null });
  return { files: list, getData: () => text };
}
const picture = new File(['x'], 'image.png', { type: 'image/png' });
const rota = new File(['x'], 'rota.csv', { type: 'text/csv' });

test('pasted files are taken, and a picture beside copied text is not', () => {
  expect(pastedFiles(clipboard([rota]))).toEqual([rota]);
  expect(pastedFiles(clipboard([rota], '/home/ada/rota.csv'))).toEqual([rota]);
  expect(pastedFiles(clipboard([picture], 'A table from a spreadsheet'))).toEqual([]);
  expect(pastedFiles(clipboard([], 'Words'))).toEqual([]);
});

test('a picture alone is taken for a file, so that its refusal is told', () => {
  expect(pastedFiles(clipboard([picture]))).toEqual([picture]);
});

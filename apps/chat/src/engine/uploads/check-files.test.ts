import { expect, test } from 'vitest';
import { checkFiles } from './check-files';

const MB = 1_048_576;
const pdf = (size: number, name = 'lease.pdf') => ({ name, size, type: 'application/pdf' });

test("FILE-05 accepts four files, and refuses an addition that makes five as a whole: 'Too Many Files'", () => {
  expect(checkFiles([pdf(1), pdf(1), pdf(1), pdf(1)], [])).toMatchObject({ refusals: [] });
  const refusals = [{ title: 'Too Many Files', description: 'Limit is 4 files per message.' }];
  expect(checkFiles([pdf(1), pdf(1)], [1, 1, 1])).toEqual({ accepted: [], refusals });
});

test("FILE-06 refuses another type with 'Invalid File Type' and its name, and accepts the other files", () => {
  const image = { name: 'roof.png', size: 1, type: 'image/png' };
  const lease = pdf(1);
  expect(checkFiles([image, lease, image], [])).toEqual({
    accepted: [lease],
    refusals: [
      {
        title: 'Invalid File Type',
        description:
          'Unsupported file type. Allowed: PDF, CSV, XLSX, XLS, TXT, DOCX. Not added: roof.png.',
      },
    ],
  });
});

test('EXTRACT-07 says what to do with a file whose type differs from its name', () => {
  const renamed = { name: 'roof.csv', size: 1, type: 'image/png' };
  expect(checkFiles([renamed], []).refusals).toEqual([
    {
      title: 'Invalid File Type',
      description:
        'Unsupported file type. Allowed: PDF, CSV, XLSX, XLS, TXT, DOCX. ' +
        'The name of the file says another type than the device: save it again in the type you want. Not added: roof.csv.',
    },
  ]);
});

test("FILE-07 LIMIT-11 accepts 25 MB, and refuses one byte more with 'File Too Large'", () => {
  expect(checkFiles([pdf(25 * MB)], []).refusals).toEqual([]);
  expect(checkFiles([pdf(25 * MB + 1)], [])).toEqual({
    accepted: [],
    refusals: [
      { title: 'File Too Large', description: 'File too large (max 25 MB). Not added: lease.pdf.' },
    ],
  });
});

test("FILE-08 LIMIT-12 accepts 60 MB in total, and refuses one byte more with 'Size Limit Exceeded'", () => {
  expect(checkFiles([pdf(20 * MB), pdf(20 * MB)], [20 * MB]).refusals).toEqual([]);
  const last = pdf(20 * MB + 1);
  expect(checkFiles([pdf(20 * MB), last], [20 * MB])).toEqual({
    accepted: [pdf(20 * MB)],
    refusals: [
      {
        title: 'Size Limit Exceeded',
        description: 'Total file size exceeds 60MB limit. Not added: lease.pdf.',
      },
    ],
  });
});

test('checks the number before the type, and the type before the size', () => {
  const image = { name: 'roof.png', size: 26 * MB, type: 'image/png' };
  const title = (added: (typeof image)[]) => checkFiles(added, [])?.refusals[0]?.title;
  expect(title(Array(5).fill(image))).toBe('Too Many Files');
  expect(title([image])).toBe('Invalid File Type');
});

import { expect, test } from 'vitest';
import { startOfDay } from '../../time';
import { exportFileName } from './file-name';

const from = startOfDay('2026-11-01', 'melbourne').toISOString();
const to = startOfDay('2026-11-16', 'melbourne').toISOString();

test('EXPORT-05 the file is named after its first and last day', () => {
  expect(exportFileName({ from, to }, 'csv', 'melbourne')).toBe('audit-20261101-20261115.csv');
  expect(exportFileName({ from }, 'csv', 'melbourne')).toBe('audit-20261101-all.csv');
  expect(exportFileName({ to }, 'csv', 'melbourne')).toBe('audit-all-20261115.csv');
  expect(exportFileName({}, 'jsonl', 'utc')).toBe('audit-all-all.jsonl');
});

test('EXPORT-05 an end within a day names that day', () => {
  const window = { from: '2026-11-07T10:00:00.000Z', to: '2026-11-21T10:00:00.000Z' };
  expect(exportFileName(window, 'csv', 'utc')).toBe('audit-20261107-20261121.csv');
  expect(exportFileName({ to: '2026-11-20T13:00:00.001Z' }, 'csv', 'melbourne')).toBe(
    'audit-all-20261121.csv',
  );
});

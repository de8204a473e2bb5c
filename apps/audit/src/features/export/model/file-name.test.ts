import { expect, test } from 'vitest';
import { exportFileName } from './file-name';

test('EXPORT-05 the file name contains the first and last day', () => {
  const days = { from: '2026-11-01', to: '2026-11-15' };
  expect(exportFileName(days, 'csv')).toBe('audit-20261101-20261115.csv');
  expect(exportFileName({ from: '2026-11-01' }, 'csv')).toBe('audit-20261101-all.csv');
  expect(exportFileName({ to: '2026-11-15' }, 'csv')).toBe('audit-all-20261115.csv');
  expect(exportFileName({}, 'jsonl')).toBe('audit-all-all.jsonl');
});

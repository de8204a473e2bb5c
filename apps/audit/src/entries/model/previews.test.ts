import { expect, test } from 'vitest';
import { formatAction } from './format-action';
import { idPreview, metaPreview } from './previews';

test('AUDIT-17 an action is shown with spaces in place of underscores', () => {
  expect(formatAction('run_stream_completed')).toBe('run stream completed');
  expect(formatAction('login')).toBe('login');
});

test('AUDIT-19 a conversation is shown by its first 8 characters and an ellipsis', () => {
  expect(idPreview('40000000-0000-4000-8000-000000000001')).toBe('40000000...');
});

test('AUDIT-20 metadata is shown as compact JSON, truncated at 50 characters plus an ellipsis', () => {
  const whole = { provider: 'demo', note: 'x'.repeat(21) };
  expect(JSON.stringify(whole)).toHaveLength(50);
  expect(metaPreview(whole)).toBe(JSON.stringify(whole));
  const longer = { provider: 'demo', note: 'x'.repeat(22) };
  expect(metaPreview(longer)).toBe(`${JSON.stringify(longer).slice(0, 50)}...`);
  expect(metaPreview({})).toBe('{}');
});

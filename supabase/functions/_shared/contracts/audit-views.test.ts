import { expect, test } from 'vitest';
import { auditViewInputSchema } from './audit-views.ts';
import { refusals } from './testing/refusals.ts';

test('a view has a trimmed name and is not shared by default', () => {
  expect(
    auditViewInputSchema.parse({ name: ' Refusals ', query: { actions: ['denied'] } }),
  ).toEqual({
    name: 'Refusals',
    query: { actions: ['denied'] },
    shared: false,
  });
});

test('a name is required, at most 80 characters long and storable', () => {
  const named = (name: string) => refusals(auditViewInputSchema, { name, query: {} });
  expect(named('x'.repeat(80))).toEqual([]);
  expect(named('   ')).toEqual(['Please enter a name.']);
  expect(named('x'.repeat(81))).toEqual(['Name too long (max 80 chars)']);
  expect(named('a\0b')).toEqual(['Text contains characters that cannot be stored']);
});

test('a stored query is an object of at most 4096 bytes', () => {
  const remembering = (query: unknown) => refusals(auditViewInputSchema, { name: 'x', query });
  expect(remembering({ q: 'x'.repeat(4096 - '{"q":""}'.length) })).toEqual([]);
  expect(remembering({ q: 'x'.repeat(4097 - '{"q":""}'.length) })).toEqual(['View too large']);
  expect(remembering({ q: '\u{1F600}'.repeat(1100) })).toEqual(['View too large']);
  expect(remembering(['x'])).toHaveLength(1);
});

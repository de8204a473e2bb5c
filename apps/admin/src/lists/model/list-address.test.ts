import { expect, test } from 'vitest';
import {
  changeListAddress,
  countFilters,
  readListAddress,
  withoutFilters,
  type ListPlan,
} from './list-address';

const plan: ListPlan<'q' | 'kind'> = {
  filters: { q: '', kind: ['all', 'org', 'participant'] },
  sorts: ['-created', 'label'],
};
const read = (query: string) => readListAddress(plan, new URLSearchParams(query));
const change = (query: string, next: Parameters<typeof changeListAddress<'q' | 'kind'>>[2]) =>
  changeListAddress(plan, new URLSearchParams(query), next).toString();

test('the query string contains filters, order and page; an empty one means the defaults', () => {
  expect(read('q=notes&kind=org&sort=label&page=3')).toEqual({
    filters: { q: 'notes', kind: 'org' },
    sort: { by: 'label', direction: 'ascending' },
    page: 3,
  });
  expect(read('')).toEqual({
    filters: { q: '', kind: 'all' },
    sort: { by: 'created', direction: 'descending' },
    page: 1,
  });
});

test('invalid values are ignored', () => {
  for (const page of ['0', '-1', '1.5', 'x', '99999999']) expect(read(`page=${page}`).page).toBe(1);
  expect(read('kind=team').filters.kind).toBe('all');
  expect(read('sort=-password').sort.by).toBe('created');
});

test('another filter or order resets the page to 1, another page retains both', () => {
  expect(change('kind=org&page=3', { filters: { q: 'a' } })).toBe('kind=org&q=a');
  expect(change('q=a&page=3', { sort: { by: 'label', direction: 'descending' } })).toBe(
    'q=a&sort=-label',
  );
  expect(change('q=a&sort=label', { page: 2 })).toBe('q=a&sort=label&page=2');
});

test('defaults are omitted, and other parameters are retained', () => {
  expect(
    change('kind=org&sort=label&open=7', {
      filters: { kind: 'all' },
      sort: { by: 'created', direction: 'descending' },
    }),
  ).toBe('open=7');
});

test('active filters are counted, and can be reset together', () => {
  expect(countFilters(plan, read('q=a&kind=org'))).toBe(2);
  expect(countFilters(plan, read('q=%20&sort=label'))).toBe(0);
  expect(change('q=a&kind=org&page=2', withoutFilters(plan))).toBe('');
});

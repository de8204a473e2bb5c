import { expect, test } from 'vitest';
import { paginate } from './paginate';

const people = Array.from({ length: 60 }, (_, index) => `Person${index}@example.org`);
const page = (number: number, q = '') => paginate(people, { q, page: number }, (email) => email);

test('a page has 25 of the matching rows, in their order, and the total', () => {
  expect(page(1)).toEqual({ rows: people.slice(0, 25), total: 60 });
  expect(page(3)).toEqual({ rows: people.slice(50), total: 60 });
  expect(page(4)).toEqual({ rows: [], total: 60 });
  expect(page(1, 'person5@')).toEqual({ rows: ['Person5@example.org'], total: 1 });
  expect(page(1, '%')).toEqual({ rows: [], total: 0 });
});

test('SEARCH-03 a search finds each form of a text', () => {
  const names = ['Zoe\u0308 O’Neill', 'Zoe O-Neill'];
  expect(paginate(names, { q: "zoë o'n", page: 1 }, (name) => name).rows).toEqual([names[0]]);
});

import { expect, test } from 'vitest';
import { placeHeading } from './place-heading';

test('CITE-05 a page, heading or sheet is named where it starts', () => {
  expect(placeHeading({ page: 2 }, { page: 1 })).toBe('Page 2');
  expect(placeHeading({ page: 2 }, { page: 2 })).toBeNull();
  expect(placeHeading({ heading: 'Doses' }, undefined)).toBe('Doses');
  expect(placeHeading({ sheet: 'Costs', row: 2 }, null)).toBe('Sheet “Costs”');
  expect(placeHeading({ line: 4 }, null)).toBeNull();
  expect(placeHeading(null, { page: 1 })).toBeNull();
});

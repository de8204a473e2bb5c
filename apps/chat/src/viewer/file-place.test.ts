import { expect, test } from 'vitest';
import { parseFilePlace } from './file-place';

test.each([
  ['page-3', { page: 3 }],
  ['line-12', { line: 12 }],
  ['row-4', { row: 4, sheet: null }],
  ['row-4-Week 2-3', { row: 4, sheet: 'Week 2-3' }],
  ['under-Health (daily)', { heading: 'Health (daily)' }],
  ['page-x', undefined],
  ['', undefined],
  [null, undefined],
])('CITE-23 the position %s of a cited file is parsed', (text, place) => {
  expect(parseFilePlace(text)).toEqual(place);
});

import { expect, test } from 'vitest';
import { findPassage } from './find-passage';

const texts = ['Hoist policy', '', 'Keep the area ', 'clear. Inspect', 'the sling.'];

test('CITE-08 a passage is found over several lines, with other spaces than the page has', () => {
  expect(findPassage(texts, 'area clear.\n\nInspect the')).toEqual([
    { index: 2, start: 9, end: 13 },
    { index: 3, start: 0, end: 14 },
    { index: 4, start: 0, end: 3 },
  ]);
});

test('CITE-08 the first of two equal passages is found', () => {
  expect(findPassage(['Same', 'Same'], 'Same')).toEqual([{ index: 0, start: 0, end: 4 }]);
});

test('CITE-08 invisible characters and characters of two units do not move the range', () => {
  expect(findPassage(['a\u00adb 😀 c'], 'ab😀')).toEqual([{ index: 0, start: 0, end: 6 }]);
});

test('CITE-08 nothing is found if the page does not have the passage, or it is blank', () => {
  expect(findPassage(texts, 'area is clear')).toEqual([]);
  expect(findPassage(texts, ' \n')).toEqual([]);
});

test('CITE-08 each line of a passage is found if the file has them in another order', () => {
  expect(
    findPassage(['Wait outside.', 'Call first.', 'Hoist policy'], 'Hoist policy\nCall first.'),
  ).toEqual([
    { index: 1, start: 0, end: 11 },
    { index: 2, start: 0, end: 12 },
  ]);
});

import { expect, test } from 'vitest';
import { CitationMarks } from './citation-marks.ts';

test('PROV-02 a space at the end of a piece is sent at once, so that a stopped reply can be continued', () => {
  const marks = new CitationMarks();
  expect(marks.push('Rent is due ')).toBe('Rent is due ');
  expect(marks.push('on Fridays 【1')).toBe('on Fridays');
  expect(marks.push('†a】.')).toBe('.');
});

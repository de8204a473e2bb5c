import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageWindow } from './page-window.ts';

test('AUDIT-24 shows five pages around the current one, shifted at the ends', () => {
  expect(pageWindow(1, 20, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pageWindow(2, 20, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pageWindow(10, 20, 5)).toEqual([8, 9, 10, 11, 12]);
  expect(pageWindow(19, 20, 5)).toEqual([16, 17, 18, 19, 20]);
  expect(pageWindow(20, 20, 5)).toEqual([16, 17, 18, 19, 20]);
});

test('AUDIT-24 shows all pages if there are fewer', () => {
  expect(pageWindow(2, 3, 5)).toEqual([1, 2, 3]);
  expect(pageWindow(1, 1, 5)).toEqual([1]);
  expect(pageWindow(1, 0, 5)).toEqual([]);
});

test('AUDIT-24 always contains the current page, in order and within bounds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(), (pages, seed) => {
      const page = 1 + (seed % pages);
      const shown = pageWindow(page, pages, 5);
      expect(shown).toContain(page);
      expect(shown).toHaveLength(Math.min(5, pages));
      expect(shown[0]).toBeGreaterThanOrEqual(1);
      expect(shown.at(-1)).toBeLessThanOrEqual(pages);
      const [first = 0] = shown;
      expect(shown).toEqual(shown.map((_, index) => first + index));
    }),
  );
});

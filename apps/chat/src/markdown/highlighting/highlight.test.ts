import { expect, test } from 'vitest';
import { highlight } from './highlight';

test.each([
  ['Markdown of links that never end', 'md', '[a]('],
  ['Markdown of brackets', 'MARKDOWN', '['],
  ['markup of tags that never end', 'html', '<a '],
])('%s is highlighted within a second', (_, language, piece) => {
  for (const length of [1000, 20_000]) {
    // The fastest of several attempts: a busy machine interrupts some.
    const attempts = Array.from({ length: 5 }, () => {
      const started = performance.now();
      highlight(piece.repeat(length / piece.length), language);
      return performance.now() - started;
    });
    expect(Math.min(...attempts)).toBeLessThan(1000);
  }
});

test('code that is nested too deep, or in an unknown language, is not highlighted', () => {
  expect(highlight('`${'.repeat(6000), 'js')).toBeNull();
  expect(highlight('x', '__proto__')).toBeNull();
  expect(highlight('const a = 1;', 'js')).not.toBeNull();
});

import { expect, test } from 'vitest';
import { withAbsoluteLinks } from './absolute-links';

test('links to the app get its origin, others stay', () => {
  const text =
    '> — *[Roster rules](/app?document=1&passage=2)* and [x](</app?a>), [y](https://a.example/app?b), /app?c, [z](/apple)';
  expect(withAbsoluteLinks(text, 'https://homie.example')).toBe(
    '> — *[Roster rules](https://homie.example/app?document=1&passage=2)* and [x](<https://homie.example/app?a>), [y](https://a.example/app?b), /app?c, [z](/apple)',
  );
});

import { expect, test } from 'vitest';
import { foldSearch, searchPattern } from '../../functions/_shared/contracts/search-text.ts';
import { createTestDatabase } from './test-databases.ts';

const PLANE = Array.from({ length: 0xffff }, (_, index) => index + 1)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

test('SEARCH-01 the contracts and the database fold the same characters, and search for them alike', async () => {
  const decomposed = PLANE.map((text) => text.normalize('NFD'));
  const folded = PLANE.filter((text) => foldSearch(text) !== text);
  expect(folded.length).toBeGreaterThan(500);
  // Each character of its own kind, and some of the syllables that all decompose alike.
  const searched = PLANE.filter((text) => searchPattern(text) !== text).filter(
    (text, index) => !/\p{Script=Hangul}/u.test(text) || index % 200 === 0,
  );
  expect(searched.length).toBeGreaterThan(900);

  const { database, remove } = await createTestDatabase();
  try {
    const foldedThere = await database.query<{ folded: string }>(
      `select private.fold_search(text) as folded
       from unnest($1::text[]) with ordinality as given (text, position) order by position`,
      [[...PLANE, ...decomposed]],
    );
    expect(foldedThere.map((row) => row.folded)).toEqual([...PLANE, ...decomposed].map(foldSearch));
    const patterns = await database.query<{ pattern: string }>(
      `select private.search_pattern(text) as pattern
       from unnest($1::text[]) with ordinality as given (text, position) order by position`,
      [searched],
    );
    expect(patterns.map(({ pattern }) => pattern)).toEqual(searched.map(searchPattern));
  } finally {
    await remove();
  }
});

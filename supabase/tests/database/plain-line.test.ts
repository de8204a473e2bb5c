import { expect, test } from 'vitest';
import { plainLine } from '../../functions/_shared/contracts/text.ts';
import { createTestDatabase } from './test-databases.ts';

const SURROGATES = [0xd800, 0xdfff] as const;

test('TEXT-01 the contracts and the database clean the same characters', async () => {
  const cleaned = Array.from({ length: 0x10ffff }, (_, index) => index + 1)
    .filter((code) => code < SURROGATES[0] || code > SURROGATES[1])
    .filter((code) => plainLine(String.fromCodePoint(code)) !== String.fromCodePoint(code));
  expect(cleaned.length).toBeGreaterThan(100);

  const { database, remove } = await createTestDatabase();
  try {
    const rows = await database.query<{ code: number }>(
      `select code from generate_series(1, x'10ffff'::integer) as code
       where code not between $1 and $2 and private.plain_line(chr(code)) <> chr(code) order by code`,
      [...SURROGATES],
    );
    expect(rows.map(({ code }) => code)).toEqual(cleaned);
  } finally {
    await remove();
  }
});

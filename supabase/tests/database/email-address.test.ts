import { expect, test } from 'vitest';
import { isEmailAddress } from '../../functions/_shared/contracts/email-address.ts';
import { createTestDatabase } from './test-databases.ts';

test('ADDRESS-01 the contracts and the database accept the same addresses', async () => {
  const characters = Array.from({ length: 0xffff }, (_, index) => index + 1)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
  const addresses = [
    ...characters.flatMap((each) => [`a${each}b@example.org`, `a@b${each}c.example`]),
    ...['.', '-', "'", '+', '😀'].flatMap((each) => [
      `${each}a@example.org`,
      `a${each}@example.org`,
      `a@${each}b.example`,
      `a@b${each}.example`,
      `a@b.example${each}`,
    ]),
    'a..b@example.org',
    'a@b',
    'a@b@example.org',
    '',
    '@',
    `${'a'.repeat(64)}@example.org`,
    `${'a'.repeat(65)}@example.org`,
    `a@${'b'.repeat(63)}.example`,
    `a@${'b'.repeat(64)}.example`,
    `a@${'b.'.repeat(130)}example`,
  ];
  const accepted = addresses.filter(isEmailAddress);
  expect(accepted.length).toBeGreaterThan(10_000);

  const { database, remove } = await createTestDatabase();
  try {
    const rows = await database.query<{ address: string }>(
      `select address from unnest($1::text[]) with ordinality as given (address, position)
       where private.is_email_address(address) order by position`,
      [addresses],
    );
    expect(rows.map(({ address }) => address)).toEqual(accepted);
  } finally {
    await remove();
  }
});

import { manifestSchema } from '@homie/composition';
import { expect, test } from 'vitest';
import { describeAudience, listReleases } from './releases';

const release = (version: string) => ({ version, entry: `/chat/${version}.js` });

test.each([
  [{}, 'No one yet'],
  [{ percent: 20 }, '20% of users'],
  [{ percent: 100 }, 'Everyone'],
  [{ roles: ['admin', 'office'] }, 'Administrators and office staff'],
  [
    { percent: 5, roles: ['night_shift'], accounts: ['a', 'b'] },
    '5% of users, night_shift, and 2 accounts',
  ],
  [{ accounts: ['a'] }, '1 account'],
])('describes %j as %s', (audience, words) => {
  expect(describeAudience(audience)).toBe(words);
});

test('lists the releases in the order in which a page tries them', () => {
  const { remotes } = manifestSchema.parse({
    schemaVersion: 1,
    revision: 1,
    remotes: {
      chat: {
        ...release('2'),
        fallback: release('1'),
        rollouts: [{ release: release('3'), audience: { percent: 10 } }],
      },
      audit: release('1'),
    },
  });
  const said = (name: string) =>
    remotes[name] &&
    listReleases(remotes[name]).map(({ release: { version }, audience }) => [version, audience]);
  expect(said('chat')).toEqual([
    ['3', '10% of users'],
    ['2', 'Everyone else'],
    ['1', 'Pages not compatible with the current version'],
  ]);
  expect(said('audit')).toEqual([['1', 'Everyone']]);
});

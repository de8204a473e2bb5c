import { manifestSchema, resolveRemote, type ManifestRemote } from '@homie/composition';
import { describe, expect, test, vi } from 'vitest';
import { hashAccount, audienceTest, getBucket } from './audience';

const ada = { id: '0190c0de-0000-7000-8000-000000000001', email: 'Ada@Test.example' };

function remoteFor(...audiences: object[]): ManifestRemote {
  const release = (version: string) => ({ version, entry: `/chat/${version}.js` });
  const { remotes } = manifestSchema.parse({
    schemaVersion: 1,
    revision: 1,
    remotes: {
      chat: {
        ...release('1'),
        rollouts: audiences.map((audience, place) => ({
          release: release(`${place + 2}`),
          audience,
        })),
      },
    },
  });
  if (!remotes['chat']) throw new Error('no chat');
  return remotes['chat'];
}

async function versionFor(remote: ManifestRemote, person = ada, role: string | null = null) {
  const isIn = await audienceTest('chat', remote, person, async () => role);
  return resolveRemote('chat', remote, { provided: {}, isIn }).version;
}

describe('a percentage', () => {
  // As random as ids, and the same in every run: the upper bits of a linear congruential generator.
  let state = 1n;
  const digits = (count: number) =>
    Array.from({ length: count }, () => {
      state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
      return (state >> 60n).toString(16);
    }).join('');
  const people = Array.from({ length: 10_000 }, () =>
    [8, 4, 4, 4, 12].map((count) => digits(count)).join('-'),
  );
  const chosen = (percent: number, remote = 'chat') =>
    people.filter((id) => getBucket(remote, id) < percent);

  test.each([1, 10, 25, 50, 90])('of %i selects that share of 10,000 users', (percent) => {
    const deviation = Math.sqrt(10_000 * (percent / 100) * (1 - percent / 100));
    expect(Math.abs(chosen(percent).length - percent * 100)).toBeLessThan(3 * deviation);
  });

  test('of 0 selects no user, of 100 all', () => {
    expect(chosen(0)).toEqual([]);
    expect(chosen(100)).toEqual(people);
  });

  test('retains the selected users when it is raised', () => {
    const later = new Set(chosen(30));
    expect(chosen(10).filter((id) => !later.has(id))).toEqual([]);
  });

  test('selects other users for another remote', () => {
    const chat = new Set(chosen(50));
    const both = chosen(50, 'audit').filter((id) => chat.has(id)).length;
    expect(Math.abs(both - 2_500)).toBeLessThan(3 * Math.sqrt(10_000 * 0.25 * 0.75));
  });

  test('is 32-bit FNV-1a of remote and id, modulo 100', () => {
    expect(getBucket('chat', ada.id)).toBe(0x49a2c939 % 100);
  });
});

test('identifies an account by a hash of the remote and the email in lower case', async () => {
  // printf 'chat:ada@test.example' | sha256sum | cut -c1-32
  const hash = '04f06cee6f36b972e588ef71e91db54c';
  expect(await hashAccount('chat', ada.email)).toBe(hash);
  expect(await versionFor(remoteFor({ accounts: [hash] }))).toBe('2');
  expect(await versionFor(remoteFor({ accounts: [await hashAccount('audit', ada.email)] }))).toBe(
    '1',
  );
});

test('reads the role only if a rollout names one', async () => {
  const readRole = vi.fn<() => Promise<string | null>>(async () => 'admin');
  await audienceTest('chat', remoteFor({ percent: 50 }, { accounts: [] }), ada, readRole);
  expect(readRole).not.toHaveBeenCalled();
  await audienceTest('chat', remoteFor({ roles: ['admin'] }), ada, readRole);
  expect(readRole).toHaveBeenCalledOnce();
});

test('selects users with one of the roles; an unknown role matches none', async () => {
  const remote = remoteFor({ roles: ['office', 'admin'] });
  expect(await versionFor(remote, ada, 'admin')).toBe('2');
  expect(await versionFor(remote, ada, 'support_worker')).toBe('1');
  expect(await versionFor(remote, ada, null)).toBe('1');
});

test('one matching condition of an audience is enough, and the first matching rollout wins', async () => {
  const everybody = { percent: 100 };
  expect(await versionFor(remoteFor({ roles: ['admin'] }, everybody), ada, 'office')).toBe('3');
  expect(await versionFor(remoteFor({ roles: ['admin'], percent: 100 }, everybody), ada)).toBe('2');
  expect(await versionFor(remoteFor({}))).toBe('1');
});

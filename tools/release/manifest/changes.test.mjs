import { describe, expect, test } from 'vitest';
import {
  hashAccount,
  namedReleases,
  withRelease,
  withRollout,
  withoutRollout,
} from './changes.mjs';

/** @param {string} version */
const release = (version) => ({ version, entry: `/remotes/chat/${version}/entry.js` });
const others = { audit: release('9') };
const current = { ...others, chat: release('1') };

/**
 * The remotes after a change that changes something.
 * @param {import('./changes.mjs').Remotes | undefined} remotes
 */
function changed(remotes) {
  if (!remotes) throw new Error('Nothing was changed.');
  return remotes;
}

describe('a release', () => {
  test('gets its previous version as fallback and ends its rollouts', () => {
    const rolled = changed(withRollout(current, 'chat', release('2'), { percent: 10 }));
    expect(withRelease(rolled, 'chat', release('3'))).toEqual({
      ...others,
      chat: { ...release('3'), fallback: release('1') },
    });
  });

  test('of the running version changes nothing, and does not become its own fallback', () => {
    const twice = changed(withRelease(current, 'chat', release('2')));
    expect(withRelease(twice, 'chat', release('2'))).toBeUndefined();
    const rolled = changed(withRollout(twice, 'chat', release('3'), { percent: 10 }));
    expect(withRelease(rolled, 'chat', release('2'))).toEqual(twice);
  });

  test('of a new remote has no fallback', () => {
    expect(withRelease(others, 'chat', release('1'))).toEqual(current);
  });
});

describe('a rollout', () => {
  test('is increased in place, so that users keep their version', () => {
    let remotes = changed(withRollout(current, 'chat', release('2'), { percent: 10 }));
    remotes = changed(withRollout(remotes, 'chat', release('3'), { roles: ['office'] }));
    remotes = changed(withRollout(remotes, 'chat', release('2'), { percent: 50 }));
    expect(remotes.chat?.rollouts).toEqual([
      { release: release('3'), audience: { roles: ['office'] } },
      { release: release('2'), audience: { percent: 50 } },
    ]);
    expect(withRollout(remotes, 'chat', release('2'), { percent: 50 })).toBeUndefined();
  });

  test('is removed without leftovers', () => {
    const rolled = changed(withRollout(current, 'chat', release('2'), { percent: 10 }));
    expect(withoutRollout(rolled, 'chat', '2')).toEqual(current);
    expect(withoutRollout(rolled, 'chat', '3')).toBeUndefined();
  });

  test('hashes accounts, so that no email address is readable', () => {
    const name = hashAccount('chat', ' Ada@Example.org ');
    expect(name).toMatch(/^[0-9a-f]{32}$/);
    expect(name).toBe(hashAccount('chat', 'ada@example.org'));
    expect(name).not.toBe(hashAccount('audit', 'ada@example.org'));
  });
});

test('a manifest references current releases, fallbacks and rollouts', () => {
  const released = changed(withRelease(current, 'chat', release('2')));
  const remotes = changed(withRollout(released, 'chat', release('3'), { percent: 1 }));
  expect(namedReleases({ remotes }).map(({ name, version }) => `${name} ${version}`)).toEqual([
    'audit 9',
    'chat 2',
    'chat 1',
    'chat 3',
  ]);
});

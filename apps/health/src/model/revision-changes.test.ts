import { manifestSchema, type Manifest } from '@homie/composition';
import { expect, test } from 'vitest';
import { diffManifests } from './revision-changes';

const release = (version: string) => ({ version, entry: `/remotes/x/${version}/e.js` });
const manifest = (remotes: Record<string, object>): Manifest =>
  manifestSchema.parse({ schemaVersion: 1, revision: 1, remotes });

test('describes added, removed, replaced and rolled out releases of each remote', () => {
  const rollouts = [{ release: release('3.0.0'), audience: { percent: 20, roles: ['office'] } }];
  const before = manifest({
    chat: release('1.0.0'),
    old: release('1.0.0'),
    same: release('1.0.0'),
  });
  const after = manifest({
    chat: { ...release('2.0.0'), rollouts },
    billing: release('1.0.0'),
    same: release('1.0.0'),
  });
  expect(diffManifests(after, before)).toEqual([
    { remote: 'billing', text: '1.0.0' },
    { remote: 'chat', text: '1.0.0 → 2.0.0, 3.0.0 for 20% of users and office staff' },
    { remote: 'old', text: 'removed' },
  ]);
  const withdrawn = manifest({ chat: release('2.0.0') });
  expect(diffManifests(withdrawn, manifest({ chat: { ...release('2.0.0'), rollouts } }))).toEqual([
    { remote: 'chat', text: 'rollout ended' },
  ]);
  expect(diffManifests(after, undefined)).toEqual([]);
});

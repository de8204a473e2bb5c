import { manifestSchema } from '@homie/composition';
import { expect, test } from 'vitest';
import { compareEnvironments } from './comparison';
import { listLibraries } from './libraries';

const manifest = (versions: Record<string, string>) =>
  manifestSchema.parse({
    schemaVersion: 1,
    revision: 1,
    remotes: Object.fromEntries(
      Object.entries(versions).map(([name, version]) => [name, { version, entry: '/entry.js' }]),
    ),
  });

test('compares environments with the first one, remote by remote', () => {
  const compared = compareEnvironments([
    { name: 'staging', manifest: manifest({ chat: '2', audit: '1' }) },
    { name: 'production', manifest: manifest({ chat: '1', audit: '1', old: '1' }) },
    { name: 'unreadable', manifest: null },
  ]);
  expect(
    compared.map(({ remote, environments }) => [
      remote,
      [...environments].map(([name, { version, differs }]) => [name, version, differs]),
    ]),
  ).toEqual([
    [
      'audit',
      [
        ['staging', '1', false],
        ['production', '1', false],
      ],
    ],
    [
      'chat',
      [
        ['staging', '2', false],
        ['production', '1', true],
      ],
    ],
    [
      'old',
      [
        ['staging', null, false],
        ['production', '1', true],
      ],
    ],
  ]);
});

test('a library is compatible, too old or missing', () => {
  const wanted = { '@homie/ui': '^2.1.0', '@homie/auth': '^2.0.0', '@homie/charts': '^1.0.0' };
  expect(listLibraries(wanted, { '@homie/ui': '2.0.0', '@homie/auth': '2.3.0' })).toEqual([
    { library: '@homie/auth', wanted: '^2.0.0', given: '2.3.0', fits: true },
    { library: '@homie/charts', wanted: '^1.0.0', given: null, fits: false },
    { library: '@homie/ui', wanted: '^2.1.0', given: '2.0.0', fits: false },
  ]);
});

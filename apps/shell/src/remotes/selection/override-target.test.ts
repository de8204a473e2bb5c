import { environmentSchema, releaseSchema } from '@homie/composition';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { knownReleases, overrideTarget, proposedOverride } from './override-target';

const environment = environmentSchema.parse({
  productName: 'Homie',
  demoMode: false,
  supabaseUrl: '',
  publishableKey: 'key',
  features: { webResearch: false },
  overrides: { roles: ['admin'], origins: ['http://localhost:*'] },
});
const release = (version: string) =>
  releaseSchema.parse({
    version,
    entry: `/remotes/chat/${version}/entry.js`,
    contributions: { navItems: [{ id: version, label: version, path: '/app' }] },
  });
const read = (text: string) =>
  overrideTarget(text, {
    current: release('2.0.0'),
    known: [release('2.0.0'), release('2.1.0')],
    environment,
    ownOrigin: 'https://homie.example',
  });

describe('the release to run instead', () => {
  test('is a known version, with its whole release', () => {
    expect(read(' 2.1.0 ')).toEqual({ release: release('2.1.0') });
  });

  test('is an address that the environment allows, with the contributions of the current release', () => {
    expect(read('http://localhost:5001/remoteEntry.js')).toMatchObject({
      release: {
        version: 'override',
        entry: 'http://localhost:5001/remoteEntry.js',
        contributions: { navItems: [{ id: '2.0.0' }] },
      },
    });
  });

  test.each([
    ['', /Enter/],
    ['2.2.0', /doesn't have that version/],
    ['localhost:5001/remoteEntry.js', /doesn't have that version/],
    ['javascript:alert(1)', /doesn't have that version/],
    ['https://elsewhere.example/remoteEntry.js', /allows: http:\/\/localhost:\*/],
  ])('is not %j', (text, problem) => {
    expect(read(text)).toMatchObject({ problem: expect.stringMatching(problem) });
  });
});

test.each([
  ['?override=chat@http://localhost:5001/a.js', 'chat', 'http://localhost:5001/a.js'],
  ['?a=b&override=audit%402.0.0-0123abcd', 'audit', '2.0.0-0123abcd'],
])('a link proposes %s', (search, remote, target) => {
  expect(proposedOverride(search)).toEqual({ remote, target });
});

test.each(['', '?override=', '?override=chat', '?override=@x', '?override=Chat@x'])(
  'a link such as %j proposes nothing',
  (search) => expect(proposedOverride(search)).toBeNull(),
);

describe('REL-02 the known releases', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('are those of a manifest with an entry that is not valid, and none of a name that all objects have', async () => {
    const manifest = {
      schemaVersion: 1,
      revision: 1,
      remotes: { chat: release('2.0.0'), audit: { version: '2/' } },
    };
    vi.stubGlobal('fetch', async () => Response.json(manifest));
    const known = await knownReleases('chat', environment);
    expect(known.map(({ release: { version } }) => version)).toEqual(['2.0.0']);
    expect(await knownReleases('constructor', environment)).toEqual([]);
  });
});

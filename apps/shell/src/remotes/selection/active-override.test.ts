import { environmentSchema, type Environment } from '@homie/composition';
import { expect, test, vi } from 'vitest';
import { activeOverride } from './active-override';

const ownOrigin = 'https://homie.example';
const release = { version: 'override', entry: 'http://localhost:5001/remoteEntry.js' };

function environment(overrides: Environment['overrides']) {
  return environmentSchema.parse({
    productName: 'Homie',
    demoMode: false,
    supabaseUrl: '',
    publishableKey: 'key',
    features: { webResearch: false },
    remoteOrigins: ['https://releases.example'],
    overrides,
  });
}
const allowed = { roles: ['admin'], origins: ['http://localhost:*'] };

interface Situation {
  stored?: string | null;
  overrides?: Environment['overrides'];
  role?: string | null;
}

function find({
  stored = JSON.stringify(release),
  overrides = allowed,
  role = 'admin',
}: Situation) {
  const readRole = vi.fn<() => Promise<string | null>>(async () => role);
  const getItem = (key: string) => (key === 'homie-override.chat' ? stored : null);
  const found = activeOverride('chat', {
    environment: environment(overrides),
    provided: { '@homie/ui': '2.0.0' },
    readRole,
    storage: { getItem },
    ownOrigin,
  });
  return { found, readRole };
}
const at = (entry: string) => JSON.stringify({ ...release, entry });

test('an override is active if the environment allows the role and the origin', async () => {
  expect(await find({}).found).toMatchObject({ ...release, source: 'override', name: 'chat' });
});

test.each<[string, Situation]>([
  ['the environment allows none', { overrides: null }],
  ['the role may not', { role: 'office' }],
  ['the role is not known', { role: null }],
  ['no role may', { overrides: { ...allowed, roles: [] } }],
  ['none is kept', { stored: null }],
  ['what is kept is no JSON', { stored: '{"version":' }],
  ['what is kept is no release', { stored: '{"version":"1"}' }],
  ['its address is a script', { stored: at('javascript:alert(1)') }],
  ['it comes from elsewhere', { stored: at('https://elsewhere.example/remoteEntry.js') }],
  ['it only looks like what is allowed', { stored: at('http://localhost.elsewhere.example/a.js') }],
  ['it is hidden behind a name', { stored: at('http://localhost:5001@elsewhere.example/a.js') }],
  ['it is of another protocol', { stored: at('https://localhost:5001/a.js') }],
  ['it is of this origin, but no release', { stored: at('/storage/v1/object/attachments/a.js') }],
])('an override has no effect if %s', async (_what, situation) => {
  expect(await find(situation).found).toBeUndefined();
});

test.each([
  '/remotes/chat/1.0.0/a.js',
  'https://releases.example/chat/a.js',
  'http://localhost/a.js',
])('accepts releases from %s', async (entry) => {
  expect(await find({ stored: at(entry) }).found).toMatchObject({ source: 'override' });
});

test('does not read the role while no override is stored', async () => {
  const { found, readRole } = find({ stored: null });
  await found;
  expect(readRole).not.toHaveBeenCalled();
});

test('an override that the page cannot run is incompatible, like any release', async () => {
  const stored = JSON.stringify({ ...release, requires: { '@homie/ui': '^3.0.0' } });
  expect(await find({ stored }).found).toMatchObject({ status: 'incompatible' });
});

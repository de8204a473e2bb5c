import { manifestSchema, type RemoteResolution } from '@homie/composition';
import { expect, test, vi } from 'vitest';
import type { ManifestReading } from './read-manifest';
import { createReleaseChoices, type ChooseForPerson } from './release-choices';

const release = (version: string) => ({ version, entry: `/remotes/chat/${version}/entry.js` });

function manifest(version: string, names = ['chat']) {
  const remotes = Object.fromEntries(names.map((name) => [name, release(version)]));
  return manifestSchema.parse({ schemaVersion: 1, revision: 1, remotes });
}

function choicesWith(forPerson?: ChooseForPerson) {
  const readManifest = vi.fn<() => Promise<ManifestReading>>(async () => ({
    manifest: manifest('1', ['chat', 'admin']),
  }));
  const onChange = vi.fn<() => void>();
  const choices = createReleaseChoices({ readManifest, provided: {}, forPerson, onChange });
  const versions = () =>
    choices.composition().resolutions.map(({ name, version }) => name + version);
  return { choices, readManifest, onChange, versions };
}

const own = (version: string): RemoteResolution => ({
  ...release(version),
  name: 'chat',
  status: 'resolved',
  source: 'rollout',
  requires: {},
  contributions: {
    navItems: [],
    adminSections: [],
    overviewCards: [],
    headerActions: [],
    paletteCommands: [],
  },
});

test('what was chosen stays when the manifest is read anew for another remote', async () => {
  const { choices, readManifest, versions } = choicesWith();
  await choices.choose('chat', false);
  readManifest.mockResolvedValue({ manifest: manifest('2', ['chat', 'admin']) });
  expect(await choices.choose('admin', true)).toMatchObject({ version: '2' });
  expect(await choices.choose('chat', false)).toMatchObject({ version: '1' });
  expect(versions().sort()).toEqual(['admin2', 'chat1']);
});

test('one that did not load is chosen anew', async () => {
  const { choices, readManifest } = choicesWith();
  await choices.choose('chat', false);
  readManifest.mockResolvedValue({ manifest: manifest('2') });
  expect(await choices.choose('chat', true)).toMatchObject({ version: '2' });
  expect(await choices.choose('chat', false)).toMatchObject({ version: '2' });
});

test('a release that depends on the person is waited for; meanwhile there is that of everybody', async () => {
  const { promise, settle } = pending<RemoteResolution>();
  const { choices, versions, onChange } = choicesWith((name) =>
    name === 'chat' ? promise : undefined,
  );
  const chosen = choices.choose('chat', false);
  await choices.read(false);
  expect(versions()).toEqual(['chat1', 'admin1']);
  onChange.mockClear();
  settle(own('3'));
  expect(await chosen).toMatchObject({ version: '3', source: 'rollout' });
  expect(versions()).toEqual(['chat3', 'admin1']);
  expect(onChange).toHaveBeenCalledOnce();
});

test('where the choice for the person fails there is that of everybody', async () => {
  const { choices } = choicesWith(() => Promise.reject(new Error('no connection')));
  expect(await choices.choose('chat', false)).toMatchObject({ version: '1', source: 'current' });
});

test('another manifest can be tried without taking it', async () => {
  const { choices, versions } = choicesWith();
  await choices.choose('chat', false);
  const [next] = await choices.preview(manifest('2'));
  expect(next).toMatchObject({ name: 'chat', version: '2' });
  expect(versions()).toEqual(['chat1', 'admin1']);
});

function pending<Result>() {
  let settle: (result: Result) => void = () => undefined;
  const promise = new Promise<Result>((resolve) => (settle = resolve));
  return { promise, settle };
}

import { manifestSchema, type RemoteResolution } from '@homie/composition';
import { expect, test, vi } from 'vitest';
import type { ManifestReading } from '../read-manifest';
import { createReleaseSelection, type SelectForPerson } from './release-selection';

const release = (version: string) => ({ version, entry: `/remotes/chat/${version}/entry.js` });

function manifest(version: string, names = ['chat']) {
  const remotes = Object.fromEntries(names.map((name) => [name, release(version)]));
  return manifestSchema.parse({ schemaVersion: 1, revision: 1, remotes });
}

function selectionWith(forPerson?: SelectForPerson) {
  const readManifest = vi.fn<() => Promise<ManifestReading>>(async () => ({
    manifest: manifest('1', ['chat', 'admin']),
  }));
  const selection = createReleaseSelection({ readManifest, provided: {}, forPerson });
  const onChange = vi.fn<() => void>();
  selection.composition.subscribe(onChange);
  const versions = () =>
    selection.composition.getState().resolutions.map(({ name, version }) => name + version);
  return { selection, readManifest, onChange, versions };
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
    userMenuItems: [],
    paletteCommands: [],
  },
});

test('a selected release stays when the manifest is read again for another remote', async () => {
  const { selection, readManifest, versions } = selectionWith();
  await selection.select('chat', 'first');
  readManifest.mockResolvedValue({ manifest: manifest('2', ['chat', 'admin']) });
  expect(await selection.select('admin', 'retry')).toMatchObject({ version: '2' });
  expect(await selection.select('chat', 'first')).toMatchObject({ version: '1' });
  expect(versions().sort()).toEqual(['admin2', 'chat1']);
});

test('a release that did not load is selected again', async () => {
  const { selection, readManifest } = selectionWith();
  await selection.select('chat', 'first');
  readManifest.mockResolvedValue({ manifest: manifest('2') });
  expect(await selection.select('chat', 'retry')).toMatchObject({ version: '2' });
  expect(await selection.select('chat', 'first')).toMatchObject({ version: '2' });
});

test('a remote whose release depends on the user has the release for everybody until they have signed in', async () => {
  const { promise, settle } = pending<RemoteResolution>();
  const { selection, versions, onChange } = selectionWith((name) =>
    name === 'chat' ? promise : undefined,
  );
  const chosen = selection.select('chat', 'first');
  await selection.read('first');
  expect(versions()).toEqual(['chat1', 'admin1']);
  onChange.mockClear();
  settle(own('3'));
  expect(await chosen).toMatchObject({ version: '3', source: 'rollout' });
  expect(versions()).toEqual(['chat3', 'admin1']);
  expect(onChange).toHaveBeenCalledOnce();
});

test('if the personal selection fails, the release for everybody remains', async () => {
  const { selection } = selectionWith(() => Promise.reject(new Error('no connection')));
  expect(await selection.select('chat', 'first')).toMatchObject({
    version: '1',
    source: 'current',
  });
});

test('another manifest is previewed without a change of the selection', async () => {
  const { selection, versions } = selectionWith();
  await selection.select('chat', 'first');
  const [next] = await selection.preview(manifest('2'));
  expect(next).toMatchObject({ name: 'chat', version: '2' });
  expect(versions()).toEqual(['chat1', 'admin1']);
});

function pending<Result>() {
  let settle: (result: Result) => void = () => undefined;
  const promise = new Promise<Result>((resolve) => (settle = resolve));
  return { promise, settle };
}

// @vitest-environment jsdom
import { UiProvider } from '@homie/ui';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadNotes, type NewRelease } from './release-notes';
import { createUpdateOffer, UpdateNotice } from './update-notice';

const HASH = 'sha256-list';

/** Responses to requests of an `integrity.json`, by address. */
let lists: Record<string, () => Response | Promise<Response>>;
let requested: [address: string, integrity: string | undefined][];

beforeEach(() => {
  lists = {};
  requested = [];
  vi.stubGlobal('fetch', async (address: string, options?: RequestInit) => {
    const { pathname } = new URL(address);
    requested.push([pathname, options?.integrity]);
    return lists[pathname]?.() ?? new Response(null, { status: 404 });
  });
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await loadNotes([]);
});

const listOf = (notes?: unknown) => () =>
  Response.json({ schemaVersion: 2, files: {}, imports: {}, notes });

const release = (name: string, version: string, replaces: string, integrity = HASH) =>
  ({
    name,
    version,
    replaces,
    entry: `/remotes/${name}/${version}/entry.js`,
    integrity,
    requires: {},
    status: 'resolved',
    source: 'current',
    contributions: {
      navItems: [],
      adminSections: [],
      overviewCards: [],
      headerActions: [],
      userMenuItems: [],
      paletteCommands: [],
    },
  }) satisfies NewRelease;

/** Renders the offer of a release, and returns the text of its notes. */
async function notesFor(...releases: NewRelease[]) {
  await loadNotes(releases);
  const offer = createUpdateOffer();
  offer.found('chat 2.1.0-b');
  render(
    <UiProvider>
      <UpdateNotice offer={offer} />
    </UiProvider>,
  );
  expect(screen.getByText('A new version is available')).toBeTruthy();
  return screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
}

test('shows the notes of a new version from the file whose hash the manifest states', async () => {
  lists['/remotes/chat/2.1.0-b/integrity.json'] = listOf(['Print a conversation.', 'Find words.']);
  expect(await notesFor(release('chat', '2.1.0-b', '2.0.0-a'))).toEqual([
    'Print a conversation.',
    'Find words.',
  ]);
  expect(requested).toEqual([['/remotes/chat/2.1.0-b/integrity.json', HASH]]);
});

test('shows nothing but the offer for a release without notes', async () => {
  lists['/remotes/chat/2.1.0-b/integrity.json'] = listOf();
  expect(await notesFor(release('chat', '2.1.0-b', '2.0.0-a'))).toEqual([]);
  expect(screen.queryByText('What’s new')).toBeNull();
});

test('shows notes as text, never as HTML', async () => {
  lists['/remotes/chat/2.1.0-b/integrity.json'] = listOf(['<img src=x> & **more**']);
  expect(await notesFor(release('chat', '2.1.0-b', '2.0.0-a'))).toEqual(['<img src=x> & **more**']);
  expect(document.querySelector('img')).toBeNull();
});

test('shows at most three notes of all releases together', async () => {
  lists['/remotes/chat/2.1.0-b/integrity.json'] = listOf(['One', 'Two']);
  lists['/remotes/audit/2.10.0-b/integrity.json'] = listOf(['Two', 'Three', 'Four']);
  const releases = [release('chat', '2.1.0-b', '2.0.0-a'), release('audit', '2.10.0-b', '2.9.0-a')];
  expect(await notesFor(...releases)).toEqual(['One', 'Two', 'Three']);
});

test.each([
  ['the hash does not fit', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the file is missing', () => new Response(null, { status: 404 })],
  ['the notes are malformed', listOf('Print a conversation.')],
])('offers a release without notes if %s', async (_, list) => {
  lists['/remotes/chat/2.1.0-b/integrity.json'] = list;
  expect(await notesFor(release('chat', '2.1.0-b', '2.0.0-a'))).toEqual([]);
});

test('reads no notes without a hash', async () => {
  lists['/remotes/chat/2.1.0-b/integrity.json'] = listOf(['Print a conversation.']);
  expect(await notesFor(release('chat', '2.1.0-b', '2.0.0-a', ''))).toEqual([]);
  expect(requested).toEqual([]);
});

test.each([
  ['released again', '2.1.0-c', '2.1.0-b'],
  ['rolled back', '2.0.0-a', '2.1.0-b'],
])('does not repeat the notes of a version that is %s', async (_, version, replaces) => {
  lists[`/remotes/chat/${version}/integrity.json`] = listOf(['Print a conversation.']);
  expect(await notesFor(release('chat', version, replaces))).toEqual([]);
  expect(requested).toEqual([]);
});

test('does not wait longer than three seconds for notes', async () => {
  vi.useFakeTimers();
  lists['/remotes/chat/2.1.0-b/integrity.json'] = () => new Promise(() => undefined);
  const loaded = loadNotes([release('chat', '2.1.0-b', '2.0.0-a')]);
  await vi.advanceTimersByTimeAsync(3_000);
  await expect(loaded).resolves.toBeUndefined();
});

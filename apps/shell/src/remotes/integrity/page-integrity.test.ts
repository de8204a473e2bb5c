// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readPageIntegrity } from './page-integrity';
import { respell } from './release-scripts';

const FOLDER = 'https://cdn.example/chat/2.0.0-ab/';
const ENTRY = `${FOLDER}entry.js`;
const LIST = {
  schemaVersion: 2,
  files: { 'entry.js': 'sha256-e', 'assets/a.js': 'sha256-a', 'assets/b.js': 'sha256-b' },
  imports: { 'entry.js': ['assets/a.js', 'assets/b.js'], 'assets/a.js': ['assets/b.js'] },
};

/** Scripts in the order in which they were inserted, with their hashes. */
let inserted: [string, string][];
let fetched: [string, string | undefined][];
let responses: Record<string, () => Response>;

function pageWith(...maps: object[]) {
  document.head.innerHTML = maps
    .map((map) => `<script type="importmap">${JSON.stringify(map)}</script>`)
    .join('');
  return readPageIntegrity(document);
}

beforeEach(() => {
  inserted = [];
  fetched = [];
  responses = {};
  vi.stubGlobal('fetch', async (address: string | URL, options?: RequestInit) => {
    const { href } = new URL(address);
    fetched.push([href, options?.integrity]);
    const name = decodeURIComponent(href).slice(FOLDER.length);
    return responses[name]?.() ?? Response.json(name === 'integrity.json' ? LIST : {});
  });
  const append = document.head.append.bind(document.head);
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    if (!(script instanceof HTMLScriptElement)) throw new Error('Not a script');
    inserted.push([script.src, script.integrity]);
    script.type = 'inert';
    append(script);
    queueMicrotask(() => script.dispatchEvent(new Event('load')));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('respells an address differently for each copy, and decodes to the same file', () => {
  const spellings = Array.from({ length: 40 }, (_, index) => respell(FOLDER, index + 1));
  expect(new Set([FOLDER, ...spellings]).size).toBe(41);
  expect(new Set(spellings.map((address) => decodeURIComponent(address)))).toEqual(
    new Set([FOLDER]),
  );
  expect(respell(FOLDER, 1)).toBe('https://cdn.example/chat/2.0.0-a%62/');
});

test('leaves a release of the import map to a recent browser', async () => {
  const page = pageWith({ integrity: { [ENTRY]: 'sha256-e' } });
  vi.stubGlobal('Promise', Object.assign(Promise, { try: () => undefined }));
  vi.stubGlobal('Error', Object.assign(Error, { captureStackTrace: () => undefined }));
  expect(await page.admit(ENTRY, 'sha256-list', 0)).toBe(ENTRY);
  expect(fetched).toEqual([]);
  expect(page.loadVerified(ENTRY)).toBeUndefined();
});

test('loads a release that the page does not know by its list, each script after its imports', async () => {
  const page = pageWith({ integrity: {} });
  const copy = respell(FOLDER, 1);
  expect(await page.admit(ENTRY, 'sha256-list', 0)).toBe(`${copy}entry.js`);
  expect(fetched[0]).toEqual([`${copy}integrity.json`, 'sha256-list']);
  expect(fetched).toContainEqual([`${copy}assets/b.js`, 'sha256-b']);
  expect(inserted).toEqual([
    [`${copy}assets/b.js`, 'sha256-b'],
    [`${copy}assets/a.js`, 'sha256-a'],
    [`${copy}entry.js`, 'sha256-e'],
  ]);
  expect(document.head.children).toHaveLength(1);
});

test('loads a release by its own address in a browser that decodes other spellings', async () => {
  const page = pageWith({ integrity: {} });
  const decoded = Object.defineProperty(Response.json(LIST), 'url', {
    value: `${FOLDER}integrity.json`,
  });
  responses['integrity.json'] = () => decoded;
  expect(await page.admit(ENTRY, 'sha256-list', 1)).toBe(ENTRY);
  expect(inserted.map(([address]) => address)).toEqual([
    `${FOLDER}assets/b.js`,
    `${FOLDER}assets/a.js`,
    ENTRY,
  ]);
});

test('inserts no script that did not arrive as released, and loads it on the next attempt', async () => {
  const page = pageWith({ integrity: {} });
  responses['assets/a.js'] = () => new Response(null, { status: 404 });
  await expect(page.admit(ENTRY, 'sha256-list', 0)).rejects.toThrow('answered 404');
  expect(inserted.map(([address]) => address)).not.toContain(`${respell(FOLDER, 1)}assets/a.js`);
  responses = {};
  expect(await page.admit(ENTRY, 'sha256-list', 1)).toBe(`${respell(FOLDER, 2)}entry.js`);
});

test.each([
  ['the manifest has no hash of the list', undefined, LIST],
  ['the list does not say what scripts import', 'sha256-list', { schemaVersion: 1, files: {} }],
  ['the list does not name the entry', 'sha256-list', { ...LIST, files: {} }],
])('refuses a release if %s', async (_, integrity, list) => {
  const page = pageWith({ integrity: {} });
  responses['integrity.json'] = () => Response.json(list);
  await expect(page.admit(ENTRY, integrity, 0)).rejects.toMatchObject({ reason: 'unverified' });
  expect(inserted).toEqual([]);
});

test('knows no hashes if the page has a second import map', () => {
  const map = { integrity: { [ENTRY]: 'sha256-e' } };
  expect(pageWith(map).known).toEqual({ [ENTRY]: 'sha256-e' });
  expect(pageWith(map, map).known).toEqual({});
});

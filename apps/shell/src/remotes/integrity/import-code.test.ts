// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createImportCode, MissingCodeError } from './import-code';

const A = 'https://homie.example/remotes/chat/a.js';
const B = 'https://homie.example/remotes/chat/b.js';

const fetching = vi.fn<(address: string, options: RequestInit) => Promise<Response>>();
const page = { known: { [A]: 'sha256-a' }, loadVerified: () => undefined };

beforeEach(() => {
  fetching.mockReset().mockImplementation(async () => new Response());
  vi.stubGlobal('fetch', fetching);
});
afterEach(() => vi.unstubAllGlobals());

test('fetches the scripts with their hashes before it imports them, each once', async () => {
  const importCode = createImportCode(page, document);
  const load = vi.fn<() => Promise<string>>(async () => 'module');
  expect(await importCode({ addresses: [A, B], load })).toBe('module');
  expect(fetching.mock.calls).toEqual([[A, { integrity: 'sha256-a' }], [B]]);
  await importCode({ addresses: [A], load });
  expect(fetching).toHaveBeenCalledTimes(2);
});

test('does not import code that did not load, and fetches it again the next time', async () => {
  const importCode = createImportCode(page, document);
  const load = vi.fn<() => Promise<string>>(async () => 'module');
  fetching.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const failure = await importCode({ addresses: [B], load }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(MissingCodeError);
  expect(failure).toMatchObject({ address: B, message: 'Failed to fetch' });
  expect(load).not.toHaveBeenCalled();
  expect(await importCode({ addresses: [B], load })).toBe('module');
});

test('replaces a cached script that differs from the release', async () => {
  const importCode = createImportCode(page, document);
  fetching.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await importCode({ addresses: [A], load: async () => undefined });
  expect(fetching.mock.calls).toEqual([
    [A, { integrity: 'sha256-a' }],
    [A, { integrity: 'sha256-a', cache: 'reload' }],
  ]);
});

test('does not fetch scripts that the page preloads', async () => {
  document.head.innerHTML = `<link rel="modulepreload" href="${A}">`;
  await createImportCode(page, document)({ addresses: [A, B], load: async () => undefined });
  expect(fetching.mock.calls.map(([address]) => address)).toEqual([B]);
});

test('verifies a script of an admitted release instead of fetching it', async () => {
  const loadVerified = vi.fn<(address: string) => Promise<void>>(async () => undefined);
  const importCode = createImportCode({ ...page, loadVerified }, document);
  await importCode({ addresses: [A, B], load: async () => undefined });
  expect(loadVerified.mock.calls).toEqual([[A]]);
  expect(fetching).not.toHaveBeenCalled();
});

test('distinguishes a module that throws from one that is missing', async () => {
  const importCode = createImportCode(page, document);
  const address = 'data:text/javascript,throw new Error("broken")';
  const thrown: unknown = await import(/* @vite-ignore */ address).catch((error: unknown) => error);
  const broken = importCode({ addresses: [address], load: () => Promise.reject(thrown) });
  expect(await broken.catch((error: unknown) => error)).toBe(thrown);
  const load = () => Promise.reject(new TypeError('Importing a module script failed.'));
  const missing = importCode({ addresses: ['data:text/plain,none'], load });
  expect(await missing.catch((error: unknown) => error)).toBeInstanceOf(MissingCodeError);
});

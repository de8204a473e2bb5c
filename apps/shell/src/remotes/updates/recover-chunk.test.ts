import { holdBusy } from '@homie/composition';
import { afterEach, expect, test, vi } from 'vitest';
import { recoverChunk } from './recover-chunk';

const missing = (version: string, file = 'a.js') =>
  new TypeError(
    `Failed to fetch dynamically imported module: https://homie.example/chat/${version}/${file}`,
  );

function onPage({
  answer = new Response(null, { status: 404 }),
  outdated = false,
}: {
  answer?: Response | Error;
  outdated?: boolean;
} = {}) {
  vi.stubGlobal('fetch', () =>
    answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer),
  );
  const kept = new Map<string, string>();
  const page = {
    isOutdated: async () => outdated,
    reload: vi.fn<() => void>(),
    storage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    },
    pathname: '/app',
  };
  return page;
}

afterEach(() => vi.unstubAllGlobals());

test('code that is gone has the page loaded anew, once for an address and a version', async () => {
  const page = onPage();
  await recoverChunk(missing('1.0.0'), page);
  await recoverChunk(missing('1.0.0', 'b.js'), page);
  expect(page.reload).toHaveBeenCalledTimes(1);
  await recoverChunk(missing('1.0.1'), page);
  await recoverChunk(missing('1.0.1'), { ...page, pathname: '/admin' });
  expect(page.reload).toHaveBeenCalledTimes(3);
});

test.each([
  ['no connection', new TypeError('Failed to fetch')],
  ['a server that is restarting', new Response(null, { status: 503 })],
  ['code that is there', new Response(null)],
])('%s is not cured by it', async (_what, answer) => {
  const page = onPage({ answer });
  await recoverChunk(missing('1.0.0'), page);
  expect(page.reload).not.toHaveBeenCalled();
});

test('where nobody says whether it is gone, a new release does', async () => {
  const answer = new TypeError('Failed to fetch');
  const [old, current] = [onPage({ answer, outdated: true }), onPage({ answer })];
  const silent = new TypeError('Importing a module script failed.');
  await recoverChunk(missing('1.0.0'), old);
  await recoverChunk(silent, old);
  await recoverChunk(silent, current);
  expect(old.reload).toHaveBeenCalledTimes(2);
  expect(current.reload).not.toHaveBeenCalled();
});

test('nobody is torn from what they are in the middle of', async () => {
  const page = onPage();
  const done = holdBusy();
  await recoverChunk(missing('1.0.0'), page);
  expect(page.reload).not.toHaveBeenCalled();
  done();
  await recoverChunk(missing('1.0.0'), page);
  expect(page.reload).toHaveBeenCalledOnce();
});

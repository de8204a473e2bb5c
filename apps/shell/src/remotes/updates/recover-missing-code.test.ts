import { holdBusy } from '@homie/composition';
import { afterEach, expect, test, vi } from 'vitest';
import { recoverMissingCode } from './recover-missing-code';

const ofRemote = (version: string, file = 'a.js') =>
  `https://homie.example/remotes/chat/${version}/${file}`;
const ofShell = 'https://homie.example/assets/sign-in-0123abcd.js';

function onPage({
  outdated = true,
  answer,
}: { outdated?: boolean; answer?: Response | Error } = {}) {
  vi.stubGlobal('fetch', async () => {
    if (answer instanceof Response) return answer;
    throw answer ?? new Error('Nothing was to be fetched');
  });
  const stored = new Map<string, string>();
  return {
    isOutdated: async () => outdated,
    reload: vi.fn<() => void>(),
    storage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
    location: { origin: 'https://homie.example', pathname: '/app' },
  };
}

afterEach(() => vi.unstubAllGlobals());

test('reloads the page if the code of a remote was replaced, once per URL and version', async () => {
  const page = onPage();
  await recoverMissingCode(ofRemote('1.0.0'), page);
  await recoverMissingCode(ofRemote('1.0.0', 'b.js'), page);
  expect(page.reload).toHaveBeenCalledTimes(1);
  await recoverMissingCode(ofRemote('1.0.1'), page);
  const elsewhere = { ...page.location, pathname: '/admin' };
  await recoverMissingCode(ofRemote('1.0.1'), { ...page, location: elsewhere });
  expect(page.reload).toHaveBeenCalledTimes(3);
});

test('does not reload for missing code if nothing was released', async () => {
  const page = onPage({ outdated: false });
  await recoverMissingCode(ofRemote('1.0.0'), page);
  expect(page.reload).not.toHaveBeenCalled();
});

test.each([
  ['is gone', 404, 1],
  ['is there', 200, 0],
  ['is behind a server that is restarting', 503, 0],
])('code of the shell that %s: %i', async (_what, status, reloads) => {
  const page = onPage({ outdated: false, answer: new Response(null, { status }) });
  await recoverMissingCode(ofShell, page);
  expect(page.reload).toHaveBeenCalledTimes(reloads);
});

test('does not reload without a connection', async () => {
  const page = onPage({ answer: new TypeError('Failed to fetch') });
  await expect(recoverMissingCode(ofShell, page)).rejects.toThrow('Failed to fetch');
  expect(page.reload).not.toHaveBeenCalled();
});

test('does not reload while the user is busy', async () => {
  const page = onPage();
  const done = holdBusy();
  await recoverMissingCode(ofRemote('1.0.0'), page);
  expect(page.reload).not.toHaveBeenCalled();
  done();
  await recoverMissingCode(ofRemote('1.0.0'), page);
  expect(page.reload).toHaveBeenCalledOnce();

  // The busy view is removed together with the code that failed, before the cause is known.
  const releaseOther = holdBusy();
  const isOutdated = async () => {
    releaseOther();
    return true;
  };
  await recoverMissingCode(ofRemote('1.0.1'), { ...page, isOutdated });
  releaseOther();
  expect(page.reload).toHaveBeenCalledOnce();
});

import { afterEach, expect, test, vi } from 'vitest';
import { diagnose } from './diagnose';

const FOLDER = 'https://cdn.example/chat/1.0.0';
const scripts = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [`${FOLDER}/part-${index}.js`, `sha256-${index}`]),
);

/** A fake network on which one script has the given response, and all others are intact. */
function network(odd: string, answer: (options: RequestInit) => Response | Error) {
  const fetchMock = vi.fn<typeof fetch>(async (address, options = {}) => {
    const outcome = String(address) === `${FOLDER}/${odd}` ? answer(options) : new Response('');
    if (outcome instanceof Error) throw outcome;
    return outcome;
  });
  vi.stubGlobal('fetch', fetchMock);
  return fetchMock;
}

afterEach(() => void vi.unstubAllGlobals());

test('names a script that is missing', async () => {
  network('part-7.js', () => new Response('', { status: 404 }));
  expect(await diagnose(scripts)).toEqual({
    reason: 'missing',
    text: 'part-7.js is missing: the server responded with 404.',
  });
});

test('names a script that differs from the release', async () => {
  network('part-19.js', ({ integrity }) =>
    integrity ? new TypeError('Failed to fetch') : new Response('other'),
  );
  expect(await diagnose(scripts)).toEqual({
    reason: 'unverified',
    text: 'part-19.js differs from the released file.',
  });
});

test('names a server that does not respond, and stops sending requests', async () => {
  const fetchMock = network('part-0.js', () => new TypeError('Failed to fetch'));
  expect(await diagnose(scripts)).toEqual({
    reason: 'network',
    text: 'https://cdn.example does not respond.',
  });
  expect(fetchMock.mock.calls.length).toBeLessThan(10);
});

test('reports a release that is intact by now', async () => {
  network('none', () => new Response(''));
  expect((await diagnose(scripts)).text).toContain('as released');
  expect(await diagnose({})).toEqual({ reason: 'network', text: '' });
});

import { afterEach, expect, test, vi } from 'vitest';
import { scriptedFetch, testApi } from '../testing/scripted-server';
import { listAssistants } from './list-assistants';

afterEach(() => vi.unstubAllGlobals());

test("a search names its text, its limit and the kind, unless that is 'all'", async () => {
  const answer = () => Response.json({ ok: true, data: { rows: [] } });
  const { fetch, requests } = scriptedFetch(answer, answer);
  vi.stubGlobal('fetch', fetch);
  await listAssistants(testApi(), { q: 'roster', kind: 'all', limit: 50 });
  await listAssistants(testApi(), { q: 'roster', kind: 'org' });
  const calls = await Promise.all(requests.map((sent) => sent.json()));
  expect(calls).toEqual([
    { endpoint: '/assistants?q=roster&limit=50', method: 'GET' },
    { endpoint: '/assistants?q=roster&kind=org&limit=50', method: 'GET' },
  ]);
});

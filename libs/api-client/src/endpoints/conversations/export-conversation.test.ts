import { afterEach, expect, test, vi } from 'vitest';
import { scriptedFetch, testApi } from '../../testing/scripted-server';
import { exportConversation } from './export-conversation';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('an export sends the time zone of the browser, for its times and the day in its name', async () => {
  const file = { filename: 'Trip.md', mime: 'text/markdown', text: '# Trip' };
  const { fetch, requests } = scriptedFetch(Response.json({ ok: true, data: file }));
  vi.stubGlobal('fetch', fetch);
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...Intl.DateTimeFormat().resolvedOptions(),
    timeZone: 'Australia/Melbourne',
  });
  await exportConversation(testApi(), 'c1', 'markdown');
  expect(await requests[0]?.json()).toMatchObject({
    method: 'GET',
    endpoint: '/conversations/c1/export?format=markdown&timeZone=Australia%2FMelbourne',
  });
});

test('ACCT-55 an export sends the time zone that the user has chosen', async () => {
  const file = { filename: 'Trip.md', mime: 'text/markdown', text: '# Trip' };
  const { fetch, requests } = scriptedFetch(Response.json({ ok: true, data: file }));
  vi.stubGlobal('fetch', fetch);
  await exportConversation(testApi(), 'c1', 'markdown', 'Asia/Tokyo');
  expect(await requests[0]?.json()).toMatchObject({
    endpoint: '/conversations/c1/export?format=markdown&timeZone=Asia%2FTokyo',
  });
});

import { afterEach, expect, test, vi } from 'vitest';
import { conversationKeys } from '../endpoints/conversations/conversation-keys';
import { conversationOptions } from '../endpoints/conversations/get-conversation';
import { messageKeys } from '../endpoints/messages/message-keys';
import { messageListOptions } from '../endpoints/messages/list-messages';
import { testApi } from '../testing/scripted-server';
import { createQueryClient } from './query-client';

afterEach(() => void vi.unstubAllGlobals());

const ID = 'c-1';
const api = testApi({ getAccessToken: () => 'token-1' });

/** Starts both queries of a conversation. */
function open(client: ReturnType<typeof createQueryClient>) {
  const done = Promise.allSettled([
    client.fetchQuery({ ...conversationOptions(api, ID), retry: false }),
    client.fetchQuery({ ...messageListOptions(api, ID), retry: false }),
  ]);
  return { done };
}

function stubPage() {
  const fetch = vi.fn<typeof globalThis.fetch>(async () =>
    Response.json({ ok: false }, { status: 404 }),
  );
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  return { fetch, renderFrame: () => frames.splice(0).forEach((frame) => frame(0)) };
}

function cachedClient() {
  const client = createQueryClient();
  for (const key of [conversationKeys.detail(ID), messageKeys.list(ID)])
    client.setQueryData(key, { rows: [] }, { updatedAt: 1 });
  return client;
}

test('INSTANT-45 a conversation that is cached is requested after the frame that shows it', async () => {
  const { fetch, renderFrame } = stubPage();
  const { done } = open(cachedClient());
  await new Promise((resolve) => setTimeout(resolve));
  expect(fetch).not.toHaveBeenCalled();
  renderFrame();
  await done;
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('INSTANT-45 a conversation that is left before its frame is not requested', async () => {
  const { fetch, renderFrame } = stubPage();
  const client = cachedClient();
  const { done } = open(client);
  await client.cancelQueries();
  renderFrame();
  await done;
  await new Promise((resolve) => setTimeout(resolve));
  expect(fetch).not.toHaveBeenCalled();
});

test('INSTANT-45 a conversation that is not cached is requested without a frame', async () => {
  const { fetch } = stubPage();
  await open(createQueryClient()).done;
  expect(fetch).toHaveBeenCalledTimes(2);
});

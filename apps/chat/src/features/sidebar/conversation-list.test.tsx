// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import {
  conversationKeys,
  getQueryClient,
  provideLocalCopies,
  type LocalCopies,
} from '@homie/api-client';
import { TestApiProvider } from '@homie/api-client/testing';
import { BrowserRouter } from '@homie/composition';
import { UiProvider } from '@homie/ui';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConversationList } from './conversation-list';

const OFFLINE = "You're offline";
const COPIES = 'homie.copies.person';

const finished = (request: IDBOpenDBRequest) =>
  new Promise<void>((resolve) => {
    request.onsuccess = () => resolve();
  });
/** Stores an empty database of copies. */
async function storeCopies() {
  const request = indexedDB.open(COPIES);
  await finished(request);
  request.result.close();
}

// The page starts without a connection.
vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);

beforeEach(() => {
  getQueryClient().clear();
  // The end of the list is never reached.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(async () => {
  provideLocalCopies(Promise.resolve(null));
  await finished(indexedDB.deleteDatabase(COPIES));
  vi.unstubAllGlobals();
});

function show() {
  render(
    <UiProvider>
      <TestApiProvider>
        <BrowserRouter>
          <ConversationList selectedId={null} visible onAct={() => {}} onInterest={() => {}} />
        </BrowserRouter>
      </TestApiProvider>
    </UiProvider>,
  );
}

test('INSTANT-56 without a connection the list loads while its copy is read', async () => {
  await storeCopies();
  let finish = () => {};
  const read = new Promise<void>((resolve) => (finish = resolve));
  const copies: LocalCopies = {
    whenRead: () => read,
    showAll: async () => {},
    saveScreen: async () => {},
    drop: async () => {},
    end: async () => {},
  };
  provideLocalCopies(Promise.resolve(copies));
  show();
  expect(screen.getByText('Loading conversations')).toBeTruthy();
  await act(() => new Promise((resolve) => setImmediate(resolve)));
  expect(screen.queryByText(OFFLINE)).toBeNull();

  const page = { rows: [], nextCursor: null, version: 1, end: null };
  act(
    () =>
      void getQueryClient().setQueryData(conversationKeys.list(false), {
        pages: [page],
        pageParams: [''],
      }),
  );
  await act(async () => finish());
  expect(await screen.findByText('No conversations yet')).toBeTruthy();
  expect(screen.queryByText(OFFLINE)).toBeNull();
});

test('INSTANT-56 without a connection and without a copy the list says so', async () => {
  // Copies load after the first response of the server, which does not arrive.
  provideLocalCopies(new Promise(() => {}));
  show();
  expect(await screen.findByText(OFFLINE)).toBeTruthy();
});

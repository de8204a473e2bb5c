// @vitest-environment jsdom
import { conversationKeys, getQueryClient, messageKeys } from '@homie/api-client';
import { TestApiProvider } from '@homie/api-client/testing';
import { BrowserRouter } from '@homie/composition';
import type { ConversationHit, ConversationRow } from '@homie/contracts';
import { LiveRegion, UiProvider } from '@homie/ui';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConversationSearch } from './conversation-search';

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const toRow = (number: number, title: string): ConversationRow => ({
  id: id(number),
  title,
  assistant_id: '00000000-0000-4000-9000-000000000001',
  updated_at: `2026-11-21T03:0${number}:00+00:00`,
  assistants: { kind: 'org', label: 'Shift notes', participant_name: null },
  running: false,
  unread: false,
  pinned: false,
  archived: false,
  handover_id: null,
});
const [garden, taps, laundry] = [toRow(1, 'Garden tap'), toRow(2, 'Taps'), toRow(3, 'Laundry')];
const match: ConversationHit['match'] = {
  messageId: id(9),
  role: 'user',
  created_at: '2026-11-21T03:00:00+00:00',
  before: 'The ',
  text: 'tap',
  after: ' drips',
};

/** The searches that the server has not answered yet. */
let held: ((rows: ConversationHit[]) => void)[] = [];

function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

beforeEach(() => {
  held = [];
  const client = getQueryClient();
  client.clear();
  const page = { rows: [garden, taps], nextCursor: null, version: 1, end: null };
  client.setQueryData(conversationKeys.list(false), { pages: [page], pageParams: [''] });
  vi.stubGlobal('fetch', async () => {
    const rows = await new Promise((resolve) => held.push(resolve));
    return Response.json({ ok: true, data: { rows } });
  });
});
afterEach(() => {
  setOnline(true);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function show() {
  render(
    <UiProvider>
      <TestApiProvider>
        <BrowserRouter>
          <ConversationSearch wanted={false} onFocused={() => {}} onSearching={() => {}} />
        </BrowserRouter>
      </TestApiProvider>
      <LiveRegion />
    </UiProvider>,
  );
}

const type = (words: string) => userEvent.type(screen.getByRole('searchbox'), words);

async function search(words: string) {
  show();
  await type(words);
}

const links = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);
/** Answers the search that the server holds. */
async function answer(rows: ConversationHit[]) {
  await waitFor(() => expect(held).not.toEqual([]));
  await act(async () => held.pop()?.(rows));
}

test('INSTANT-25 results on this device are there while the server answers; INSTANT-26 they retain their position and the focus', async () => {
  await search('tap');
  await waitFor(() =>
    expect(links()).toEqual(
      [/^Taps/, /^Garden tap/].map((pattern) => expect.stringMatching(pattern)),
    ),
  );
  expect(screen.getByRole('list', { name: 'Search results' }).ariaBusy).toBe('true');
  expect(screen.queryByText(/conversations found/)).toBeNull();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  const focused = document.activeElement;
  expect(focused?.textContent).toMatch(/^Garden tap/);

  await answer([
    { conversation: laundry, match },
    { conversation: garden, match },
    { conversation: taps, match: null },
  ]);
  await waitFor(() =>
    expect(links()).toEqual(
      [/^Taps/, /^Garden tap… tap drips$/, /^LaundryYou: The tap drips/].map((pattern) =>
        expect.stringMatching(pattern),
      ),
    ),
  );
  expect(document.activeElement).toBe(focused);
  expect(focused?.getAttribute('href')).toContain(`message=${id(9)}`);
  expect(await screen.findByText('3 conversations found')).toBeTruthy();
});

test('INSTANT-47 Enter opens the first result on this device as soon as it is shown', async () => {
  await search('tap');
  await waitFor(() => expect(links()).toHaveLength(2));
  await userEvent.keyboard('{Enter}');
  expect(new URLSearchParams(location.search).get('conversation')).toBe(taps.id);
});

test('INSTANT-26 a result that the server does not confirm is removed', async () => {
  await search('tap');
  await waitFor(() => expect(links()).toHaveLength(2));
  await answer([{ conversation: garden, match: null }]);
  await waitFor(() => expect(links()).toEqual([expect.stringMatching(/^Garden tap/)]));
});

test('INSTANT-27 offline, the results say that only conversations on this device were searched', async () => {
  show();
  setOnline(false);
  await type('taps');
  expect(
    await screen.findByText("You're offline. Only conversations on this device were searched."),
  ).toBeTruthy();
  expect(links()).toEqual([expect.stringMatching(/^Taps/)]);
  expect(await screen.findByText('1 conversation found')).toBeTruthy();
  setOnline(true);
  await answer([{ conversation: taps, match: null }]);
  await waitFor(() => expect(screen.queryByText(/this device/)).toBeNull());
});

test('INSTANT-28 a conversation is removed from the results when access to it is revoked', async () => {
  const client = getQueryClient();
  await search('tap');
  await waitFor(() => expect(links()).toHaveLength(2));
  const page = { rows: [garden], nextCursor: null, version: 2, end: null };
  act(() => {
    client.setQueryData(conversationKeys.list(false), { pages: [page], pageParams: [''] });
    client.removeQueries({ queryKey: messageKeys.list(taps.id) });
  });
  await waitFor(() => expect(links()).toEqual([expect.stringMatching(/^Garden tap/)]));
});

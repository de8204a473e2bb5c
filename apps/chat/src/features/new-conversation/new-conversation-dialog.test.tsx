// @vitest-environment jsdom
import { getQueryClient } from '@homie/api-client';
import { TestApiProvider } from '@homie/api-client/testing';
import type { Assistant, Conversation } from '@homie/contracts';
import { Toaster, UiProvider } from '@homie/ui';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NewConversationDialog } from './new-conversation-dialog';

// jsdom has no layout to scroll.
Element.prototype.scrollIntoView = () => {};

const shiftNotes: Assistant = {
  id: '00000000-0000-4000-9000-000000000001',
  kind: 'org',
  label: 'Shift notes',
  openai_assistant_id: 'asst_shift_notes',
  participant_id: null,
  participant_name: null,
  created_at: '2026-11-21T00:00:00.000Z',
  updated_at: '2026-11-21T00:00:00.000Z',
  web_research_enabled: false,
  use_org_domains: true,
  web_domains: [],
  description: '',
  suggested_questions: [],
  monthly_token_budget: null,
  suggest_follow_ups: false,
};
const onCreated = vi.fn<(conversation: Conversation) => void>();
/** The calls that reached the server. */
const calls: { endpoint: string; method: string }[] = [];

function answer({ endpoint, method }: { endpoint: string; method: string }): unknown {
  if (endpoint.startsWith('/assistants')) return { rows: [shiftNotes] };
  if (method === 'GET') return { rows: [], nextCursor: null };
  return {
    id: '00000000-0000-4000-8000-000000000001',
    title: 'New conversation',
    assistant_id: shiftNotes.id,
    updated_at: '2026-11-21T03:00:00+00:00',
    assistants: { kind: 'org', label: 'Shift notes', participant_name: null },
    running: false,
    unread: false,
    pinned: false,
    archived: false,
  };
}

function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

beforeEach(() => {
  calls.length = 0;
  onCreated.mockReset();
  getQueryClient().clear();
  vi.stubGlobal('fetch', async (_input: unknown, init: RequestInit = {}) => {
    if (!navigator.onLine) throw new TypeError('Failed to fetch');
    const call = JSON.parse(String(init.body));
    calls.push(call);
    return Response.json({ ok: true, data: answer(call) });
  });
});
afterEach(() => {
  setOnline(true);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The dialog as New Chat opens it: on a page that has been open for a while. */
function Screen() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button onClick={() => setIsOpen(true)}>New Chat</button>
      {isOpen && (
        <NewConversationDialog assistantId={null} onCreated={onCreated} onClose={() => {}} />
      )}
    </>
  );
}

function show() {
  render(
    <UiProvider>
      <TestApiProvider>
        <Screen />
      </TestApiProvider>
      <Toaster />
    </UiProvider>,
  );
}

const openDialog = () => userEvent.click(screen.getByRole('button', { name: 'New Chat' }));
const created = () => calls.filter(({ method }) => method === 'POST');
const createChat = () => screen.getByRole('button', { name: 'Create Chat' });

test('offline, New Chat shows the offline state instead of the assistants, which load when the connection is back', async () => {
  show();
  setOnline(false);
  await openDialog();
  expect(await screen.findByRole('heading', { name: "You're offline" })).toBeTruthy();
  expect(screen.getByText("The assistants will load when you're back.")).toBeTruthy();
  expect(screen.queryByText('Loading assistants')).toBeNull();
  setOnline(true);
  expect(await screen.findByRole('radio', { name: 'Shift notes' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: "You're offline" })).toBeNull();
});

test('creating a conversation offline shows an offline error, and works when the connection is back', async () => {
  show();
  await openDialog();
  await userEvent.click(await screen.findByRole('radio', { name: 'Shift notes' }));
  setOnline(false);
  await userEvent.click(createChat());
  const failure = await screen.findByRole('alert');
  expect(failure.textContent).toBe("You're offlineTry again when you're back online.");
  setOnline(true);
  await userEvent.click(createChat());
  await waitFor(() => expect(onCreated).toHaveBeenCalledOnce());
  expect(created()).toHaveLength(1);
});

test('pressing Create Chat twice before a re-render creates one conversation', async () => {
  show();
  await openDialog();
  await userEvent.click(await screen.findByRole('radio', { name: 'Shift notes' }));
  act(() => {
    fireEvent.click(createChat());
    fireEvent.click(createChat());
  });
  await waitFor(() => expect(onCreated).toHaveBeenCalledOnce());
  expect(created()).toHaveLength(1);
});

// @vitest-environment jsdom
import type { Assistant, Conversation } from '@homie/contracts';
import { BrowserRouter } from '@homie/composition';
import { LiveRegion, UiProvider } from '@homie/ui';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { NEW_CONVERSATION, createDrafts } from '../../engine/drafts';
import { FirstMessage } from './first-message';

const drafts = createDrafts('u1');
const uploader = { warm: vi.fn<() => void>(), add: vi.fn<(id: string, files: File[]) => void>() };
const sendMessage = vi.fn<(id: string, message: { content: string }) => void>();
const isOnline = vi.fn<() => boolean>();
vi.mock('../../engine/react', () => ({
  useChat: () => ({ drafts, sendMessage }),
  useUploader: () => uploader,
  useOnline: () => isOnline(),
}));

interface Callbacks {
  onSuccess: (conversation: Pick<Conversation, 'id'>) => void;
}
const create = vi.fn<(fields: object, callbacks: Callbacks) => void>((_, { onSuccess }) =>
  onSuccess({ id: 'c1' }),
);
const query = vi.fn<() => object>();
vi.mock('@homie/auth', async (original) => ({
  ...(await original<object>()),
  useSession: () => null,
}));
vi.mock('@homie/api-client', () => ({
  useIsAdmin: () => true,
  useAssistants: () => query(),
  useConversationList: () => ({ ...query(), data: undefined }),
  useCreateConversation: () => ({ mutate: create, isPending: false }),
}));

const OFFLINE = { isPending: true, isPaused: true, isError: false, isFetching: false };
const FAILED = { isPending: false, isPaused: false, isError: true, isFetching: false };
const assistants = [{ id: 'a1', label: 'Shift notes', suggested_questions: [] }];
const LOADED = { ...FAILED, isError: false, data: assistants as unknown as Assistant[] };

const content = () => (
  <UiProvider>
    <FirstMessage onCreated={() => {}}>
      <p>We suggest the assistant you used last.</p>
    </FirstMessage>
    <LiveRegion />
  </UiProvider>
);

test.each([
  ['offline', OFFLINE, false, "You're offline. Sends when you're back."],
  ['after they failed to load', FAILED, true, 'Sends once your assistants have loaded'],
])(
  'START-01 without assistants, %s, a message says that it waits, stays, and is sent once they have loaded',
  (_, state, online, text) => {
    // jsdom has no layout.
    vi.stubGlobal('CSS', { supports: () => true });
    vi.stubGlobal('visualViewport', null);
    vi.clearAllMocks();
    query.mockReturnValue(state);
    isOnline.mockReturnValue(online);
    drafts.write(NEW_CONVERSATION, 'Who works today?');
    const { rerender, unmount } = render(content());
    const field = screen.getByRole('textbox', { name: 'First message' });
    fireEvent.keyDown(field, { key: 'Enter' });
    // Visible, and announced.
    expect(screen.getAllByText(text)).toHaveLength(2);
    expect(field).toHaveProperty('value', 'Who works today?');
    expect(create).not.toHaveBeenCalled();
    query.mockReturnValue(LOADED);
    isOnline.mockReturnValue(true);
    rerender(content());
    expect(create.mock.calls.map(([fields]) => fields)).toEqual([{ assistantId: 'a1' }]);
    expect(sendMessage).toHaveBeenCalledExactlyOnceWith('c1', { content: 'Who works today?' });
    unmount();
  },
);

test('INSTANT-49 an assistant that was picked and is no longer offered is replaced by the first one', async () => {
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('visualViewport', null);
  vi.clearAllMocks();
  isOnline.mockReturnValue(true);
  const garden = { id: 'a2', label: 'Garden', suggested_questions: [] };
  query.mockReturnValue({ ...LOADED, data: [...assistants, garden] });
  const { rerender } = render(content());
  fireEvent.click(await screen.findByRole('radio', { name: 'Garden' }));
  query.mockReturnValue(LOADED);
  rerender(content());
  expect(screen.getByRole('radio', { name: 'Shift notes' })).toHaveProperty('checked', true);
  const field = screen.getByRole('textbox', { name: 'First message' });
  fireEvent.change(field, { target: { value: 'Who works today?' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(create.mock.calls.map(([fields]) => fields)).toEqual([{ assistantId: 'a1' }]);
});

test('USAGE-17 without assistants there are no hints how to use them', async () => {
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('visualViewport', null);
  query.mockReturnValue({ ...LOADED, data: [] });
  const { rerender } = render(content(), { wrapper: BrowserRouter });
  await screen.findByText('No assistants yet');
  expect(screen.queryByText(/We suggest/)).toBeNull();
  query.mockReturnValue(LOADED);
  rerender(content());
  expect(screen.getByText(/We suggest/)).toBeTruthy();
});

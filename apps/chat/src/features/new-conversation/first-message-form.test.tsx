// @vitest-environment jsdom
import type { Assistant, Conversation } from '@homie/contracts';
import { LiveRegion, Toaster, UiProvider } from '@homie/ui';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { NEW_CONVERSATION, createDrafts } from '../../engine/drafts';
import { FirstMessageForm } from './first-message-form';

interface Callbacks {
  onSuccess: (conversation: Pick<Conversation, 'id'>) => void;
  onError: (failure: Error) => void;
}

const drafts = createDrafts('u1');
const uploader = { warm: vi.fn<() => void>(), add: vi.fn<(id: string, files: File[]) => void>() };
const sendMessage = vi.fn<(id: string, message: { content: string }) => void>();
const mutate = vi.fn<(fields: { assistantId: string }, callbacks: Callbacks) => void>(
  (_, { onSuccess }) => onSuccess({ id: 'c1' }),
);
vi.mock('../../engine/react', () => ({
  useChat: () => ({ drafts, sendMessage }),
  useUploader: () => uploader,
  useOnline: () => true,
}));
vi.mock('@homie/api-client', () => ({
  useCreateConversation: () => ({ mutate, isPending: false }),
  ApiError: class extends Error {},
}));

const assistant = { id: 'a1', label: 'Shift notes' } as Assistant;
const form = (isLoading: boolean, loaded?: Assistant) => (
  <UiProvider>
    <FirstMessageForm assistant={loaded} isLoading={isLoading} onCreated={() => {}} />
    <LiveRegion />
    <Toaster />
  </UiProvider>
);

beforeEach(() => {
  // jsdom has no layout.
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('visualViewport', null);
  vi.clearAllMocks();
  drafts.write(NEW_CONVERSATION, 'Who works today?');
});

function pressEnter() {
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'First message' }), { key: 'Enter' });
}

test('START-01 a message that is sent before the assistants have loaded says that it waits, and is sent once they have', () => {
  const { rerender } = render(form(true));
  pressEnter();
  expect(screen.getAllByText('Sends once your assistants have loaded')).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Sending...' })).toBeDefined();
  expect(mutate).not.toHaveBeenCalled();
  rerender(form(false, assistant));
  expect(mutate.mock.calls.map(([fields]) => fields)).toEqual([{ assistantId: 'a1' }]);
  expect(sendMessage).toHaveBeenCalledExactlyOnceWith('c1', { content: 'Who works today?' });
});

test('START-01 a message that is changed while it waits is not sent, and stays', () => {
  const { rerender } = render(form(true));
  pressEnter();
  const field = screen.getByRole('textbox', { name: 'First message' });
  fireEvent.change(field, { target: { value: 'Who works today? And tomorrow?' } });
  rerender(form(false, assistant));
  expect(mutate).not.toHaveBeenCalled();
  expect(field).toHaveProperty('value', 'Who works today? And tomorrow?');
});

test('START-01 a message for which no assistant is there stays', () => {
  const { rerender } = render(form(true));
  pressEnter();
  rerender(form(false));
  expect(mutate).not.toHaveBeenCalled();
  expect(drafts.read(NEW_CONVERSATION)).toBe('Who works today?');
  expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
});

const plan = new File(['x'], 'plan.pdf', { type: 'application/pdf' });
const choose = (file: File) =>
  fireEvent.change(screen.getByLabelText('Files to attach'), { target: { files: [file] } });

test('START-11 a file creates the conversation, and becomes its draft together with the text; another type creates none', () => {
  render(form(false, assistant));
  choose(new File(['x'], 'tap.png', { type: 'image/png' }));
  expect(mutate).not.toHaveBeenCalled();
  expect(screen.getByText('Invalid File Type')).toBeDefined();
  choose(plan);
  expect(mutate.mock.calls.map(([fields]) => fields)).toEqual([{ assistantId: 'a1' }]);
  expect(uploader.add).toHaveBeenCalledExactlyOnceWith('c1', [plan]);
  expect([drafts.read('c1'), drafts.read(NEW_CONVERSATION)]).toEqual(['Who works today?', '']);
  expect(sendMessage).not.toHaveBeenCalled();
});

test('START-11 a file whose conversation could not be created can be tried again, and the text stays', () => {
  render(form(false, assistant));
  mutate.mockImplementationOnce((_, { onError }) => onError(new Error('offline')));
  choose(plan);
  expect(uploader.add).not.toHaveBeenCalled();
  expect(drafts.read(NEW_CONVERSATION)).toBe('Who works today?');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(uploader.add).toHaveBeenCalledExactlyOnceWith('c1', [plan]);
});

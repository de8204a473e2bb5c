// @vitest-environment jsdom
import type { ConversationRow } from '@homie/contracts';
import { UiProvider } from '@homie/ui';
import { act, render, screen } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { expect, test, vi } from 'vitest';
import { createDrafts } from '../../engine/drafts';
import { ThreadEmpty } from './thread-empty';

const drafts = createDrafts('u1');
vi.mock('../../engine/react', () => ({
  useChat: () => ({ drafts }),
  useIsOffered: (draftId: string) =>
    useSyncExternalStore(drafts.subscribe, () => drafts.read(draftId) === ''),
}));
vi.mock('@homie/api-client', () => ({
  useAssistants: () => ({ data: [], isPending: false, isPaused: false }),
}));
vi.mock('./warm-up', () => ({ WarmUp: () => null }));

const conversation = {
  assistant_id: 'a1',
  assistants: { kind: 'org', label: 'Shift notes', participant_name: null },
} as ConversationRow;

test('the invitation to try an example hides together with the examples', async () => {
  render(
    <UiProvider>
      <ThreadEmpty conversationId="c1" conversation={conversation} />
    </UiProvider>,
  );
  await screen.findByRole('button', { name: 'What can you help me with?' });
  expect(screen.getByText('Ask a question, or try one of these.')).toBeDefined();
  act(() => drafts.write('c1', 'W'));
  expect(screen.queryByText(/try one of these/)).toBeNull();
  expect(screen.getByText('Ask a question.')).toBeDefined();
});

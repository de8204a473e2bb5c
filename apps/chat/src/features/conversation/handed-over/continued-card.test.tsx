// @vitest-environment jsdom
import { TestApiProvider } from '@homie/api-client/testing';
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ContinuedCard } from './continued-card';

afterEach(() => vi.unstubAllGlobals());

const opened = {
  id: '00000000-0000-4000-8000-000000000001',
  conversation_id: '00000000-0000-4000-8000-000000000002',
  assistant_id: '00000000-0000-4000-8000-000000000003',
  assistant_label: 'House Rules',
  title: 'Outing',
  owner_name: 'Ava Lane',
  owner_email: 'ava@test.example',
  note: 'Please ring Ines',
  created_at: '2026-11-20T00:00:00Z',
  messages: [
    {
      id: '00000000-0000-4000-8000-000000000004',
      role: 'user',
      content: 'What to bring?',
      files: [],
      created_at: '2026-11-20T00:00:00Z',
    },
  ],
};

function renderCard(answer: unknown) {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)));
  return render(
    <UiProvider>
      <TestApiProvider>
        <ContinuedCard handoverId={opened.id} />
      </TestApiProvider>
    </UiProvider>,
  );
}

test('OUT-13 the continued handover is a folded card, which opens with its note and messages', async () => {
  renderCard(opened);
  const title = await screen.findByText('Outing');
  expect(title.closest('summary')?.textContent).toBe('Continues: Outing by Ava Lane');
  expect(screen.queryByText('What to bring?')).toBeNull();
  await userEvent.setup().click(title);
  await screen.findByText('What to bring?');
  screen.getByText('Please ring Ines');
});

test('OUT-13 the card goes when the handover is revoked', async () => {
  const { unmount } = renderCard(opened);
  await screen.findByText('Outing');
  unmount();
  renderCard(null);
  await vi.waitFor(() => expect(screen.queryByText('Outing')).toBeNull());
});

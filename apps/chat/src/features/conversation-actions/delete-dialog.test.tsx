// @vitest-environment jsdom
import { TestApiProvider } from '@homie/api-client/testing';
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DeleteDialog } from './delete-dialog';

afterEach(() => vi.unstubAllGlobals());

/** A handover as the server lists it. */
const handover = (name: string) => ({
  id: crypto.randomUUID(),
  title: 'Outing',
  owner_name: 'Ava Lane',
  owner_email: 'ava@test.example',
  recipient_name: name,
  recipient_email: `${name}@test.example`,
  note: null,
  created_at: '2026-11-20T00:00:00Z',
  opened_at: null,
});

test.each([
  [['Ben'], '1 colleague loses the copy that you handed over.'],
  [['Ben', 'Kim'], '2 colleagues lose the copies that you handed over.'],
])('OUT-24 deleting says who loses a copy: handed over to %j', async (names, text) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(names.map(handover))));
  const conversation = { id: crypto.randomUUID(), title: 'Outing' };
  render(
    <UiProvider>
      <TestApiProvider>
        <DeleteDialog conversation={Object(conversation)} onDeleted={() => {}} onClose={() => {}} />
      </TestApiProvider>
    </UiProvider>,
  );
  expect(await screen.findByText(text)).toBeTruthy();
});

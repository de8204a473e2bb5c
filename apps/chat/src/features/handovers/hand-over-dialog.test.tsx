// @vitest-environment jsdom
import { TestApiProvider } from '@homie/api-client/testing';
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { HandOverDialog } from './hand-over-dialog';

const AVA = { id: crypto.randomUUID(), name: 'Ava Lane', email: 'ava@test.example' };

beforeAll(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});
afterEach(() => vi.unstubAllGlobals());

/** Opens the dialog. @returns the bodies of the handovers that it requests */
function openDialog() {
  const handedOver: unknown[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/list_handover_recipients')) return Response.json([AVA]);
    if (!pathname.endsWith('/hand_over')) return Response.json([]);
    handedOver.push(await request.json());
    return Response.json(crypto.randomUUID());
  });
  const conversation = { id: crypto.randomUUID(), title: 'Outing' };
  render(
    <UiProvider>
      <TestApiProvider>
        <HandOverDialog conversation={Object(conversation)} onClose={() => {}} />
      </TestApiProvider>
    </UiProvider>,
  );
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Colleague' });
  return { handedOver, conversation, box, user: userEvent.setup() };
}

test('OUT-22 OUT-23 a colleague is chosen by name, and gets a note', async () => {
  const { handedOver, conversation, box, user } = openDialog();
  await user.type(box, 'lane');
  await user.click(await screen.findByRole('option', { name: 'Ava Lane ava@test.example' }));
  expect(box.value).toBe('Ava Lane');
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Please ring Ines');
  await user.click(screen.getByRole('button', { name: 'Hand over' }));
  await vi.waitFor(() => expect(box.value).toBe(''));
  expect(handedOver).toEqual([
    { conversation_id: conversation.id, recipient_id: AVA.id, note: 'Please ring Ines' },
  ]);
});

test('OUT-20 a conversation is not handed over to the colleague whose name was typed over', async () => {
  const { handedOver, box, user } = openDialog();
  await user.type(box, 'ava');
  await user.click(await screen.findByRole('option', { name: /Ava Lane/ }));
  await user.clear(box);
  await user.type(box, 'Ben Hill');
  await user.click(screen.getByRole('button', { name: 'Hand over' }));
  await screen.findByText('Choose a colleague from the list.');
  expect(handedOver).toEqual([]);
  expect(box.value).toBe('Ben Hill');
});

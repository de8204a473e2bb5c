// @vitest-environment jsdom
import { TestApiProvider } from '@homie/api-client/testing';
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { HandOverDialog } from './hand-over-dialog';

beforeAll(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});
afterEach(() => vi.unstubAllGlobals());

test('OUT-20 a conversation is not handed over to the colleague whose address was typed over', async () => {
  const requests: string[] = [];
  vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    requests.push(pathname);
    const isSearch = pathname.endsWith('/list_handover_recipients');
    return Promise.resolve(
      Response.json(isSearch ? [{ id: crypto.randomUUID(), email: 'ava@test.example' }] : []),
    );
  });
  render(
    <UiProvider>
      <TestApiProvider>
        <HandOverDialog
          conversation={Object({ id: crypto.randomUUID(), title: 'Outing' })}
          onClose={() => {}}
        />
      </TestApiProvider>
    </UiProvider>,
  );
  const user = userEvent.setup();
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Colleague' });
  await user.type(box, 'ava');
  await user.click(await screen.findByRole('option', { name: 'ava@test.example' }));
  await user.clear(box);
  await user.type(box, 'ben@test.example');
  await user.click(screen.getByRole('button', { name: 'Hand over' }));
  expect(requests).not.toContainEqual(expect.stringMatching(/hand_over/));
  await screen.findByText('Choose a colleague from the list.');
  expect(box.value).toBe('ben@test.example');
});

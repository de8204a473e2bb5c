// @vitest-environment jsdom
import { Dialog, Field, UiProvider } from '@homie/ui';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Combobox, type SearchOptions } from './index.ts';

const emails = ['ava@test.example', 'ben@test.example', 'bea@test.example'];
const search = vi.fn<SearchOptions<string>>();
const onChoose = vi.fn<(email: string) => void>();
const onClose = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  Element.prototype.scrollIntoView = vi.fn<() => void>();
  search.mockImplementation((query) =>
    Promise.resolve(emails.filter((email) => email.includes(query))),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

function Find({ keep = false }: { keep?: boolean }) {
  const [chosen, setChosen] = useState<string>();
  return (
    <UiProvider>
      <Dialog open title="Access" onClose={onClose}>
        <Field label="User">
          {(control) => (
            <Combobox
              control={control}
              search={search}
              from={1}
              maxLength={80}
              describe={(email) => ({
                key: email,
                text: email,
                disabled: email.startsWith('ava') ? 'Has access' : undefined,
              })}
              emptyText="No user found"
              chosen={keep ? chosen : undefined}
              onClear={() => setChosen(undefined)}
              onChoose={(email) => {
                setChosen(email);
                onChoose(email);
              }}
            />
          )}
        </Field>
      </Dialog>
    </UiProvider>
  );
}

function show(keep = false) {
  render(<Find keep={keep} />);
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTimeAsync });
  return { user, box: screen.getByRole<HTMLInputElement>('combobox', { name: 'User' }) };
}

const rest = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test('it searches 300 ms after the last keystroke', async () => {
  vi.useFakeTimers();
  const { box } = show();
  fireEvent.change(box, { target: { value: 'b' } });
  await rest(200);
  fireEvent.change(box, { target: { value: 'be' } });
  await rest(299);
  expect(search).not.toHaveBeenCalled();
  await rest(1);
  expect(search.mock.calls.map(([query]) => query)).toEqual(['be']);
});

test('arrows move through the options and wrap around, Enter selects, and the box is cleared', async () => {
  const { user, box } = show();
  await user.type(box, 'be');
  expect(screen.getByRole('status').textContent).toBe('Searching...');
  await rest(300);
  expect(screen.getByRole('status').textContent).toBe('2 options');
  expect(box.getAttribute('aria-expanded')).toBe('true');
  await user.keyboard('{ArrowUp}');
  const active = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '');
  expect(active()?.textContent).toBe('bea@test.example');
  await user.keyboard('{ArrowDown}');
  expect(active()?.textContent).toBe('ben@test.example');
  await user.keyboard('{Enter}');
  expect(onChoose).toHaveBeenCalledWith('ben@test.example');
  expect(box.value).toBe('');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('an empty result and a failed search are announced', async () => {
  const { user, box } = show();
  await user.type(box, 'z');
  await rest(300);
  expect(screen.getByRole('status').textContent).toBe('No user found');
  search.mockRejectedValue(new Error('offline'));
  await user.type(box, 'z');
  await rest(300);
  expect(screen.getByRole('status').textContent).toBe('The search failed. Try again in a moment.');
});

test('Escape closes the list, then clears the box, then closes the dialog', async () => {
  const { user, box } = show();
  await user.type(box, 'be');
  await rest(300);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(box.value).toBe('be');
  await user.keyboard('{Escape}');
  expect(box.value).toBe('');
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('an option that cannot be selected shows why', async () => {
  const { user, box } = show();
  await user.type(box, 'ava');
  await rest(300);
  await user.click(screen.getByRole('option', { name: /ava.*Has access/ }));
  expect(onChoose).not.toHaveBeenCalled();
});

test('the box accepts no more characters than the search', async () => {
  const { user, box } = show();
  await user.click(box);
  await user.paste('b'.repeat(81));
  await rest(300);
  expect(search.mock.lastCall?.[0]).toBe('b'.repeat(80));
});

test('a selected value can be cleared, and typing without selecting changes nothing', async () => {
  const { user, box } = show(true);
  await user.type(box, 'ben');
  await rest(300);
  await user.click(screen.getByRole('option', { name: 'ben@test.example' }));
  expect(box.value).toBe('ben@test.example');
  await user.clear(box);
  await user.type(box, 'av');
  await user.tab();
  expect(box.value).toBe('ben@test.example');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(box.value).toBe('');
});

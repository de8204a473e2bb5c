// @vitest-environment jsdom
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { FormDialog } from '../index.ts';
import { ComboboxField } from './index.ts';

beforeAll(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});

const people = [
  { id: '5f0f6f3e-6a58-4b8c-9a43-0d9f6d0c7d01', name: 'Ava Lane' },
  { id: '5f0f6f3e-6a58-4b8c-9a43-0d9f6d0c7d02', name: 'Ben Moss' },
] as const;
type Person = (typeof people)[number];
interface Values {
  person: string | null;
}

function show(person: Person | null = null) {
  const onSubmit = vi.fn<(values: Values) => Promise<void>>(() => Promise.resolve());
  render(
    <UiProvider>
      <FormDialog
        title="Edit"
        schema={z.object({ person: z.nullable(z.uuid('Invalid ID')) })}
        defaultValues={{ person: person?.id ?? null }}
        labels={{ person: 'Person' }}
        submitLabel="Save"
        busyLabel="Saving..."
        onSubmit={onSubmit}
        onClose={() => {}}
      >
        <ComboboxField<Person, Values>
          name="person"
          label="Person"
          maxLength={80}
          search={(q) => Promise.resolve(people.filter(({ name }) => name.includes(q)))}
          describe={({ id, name }) => ({ key: id, text: name })}
          initialText={person?.name}
        />
      </FormDialog>
    </UiProvider>,
  );
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Person' });
  const submitted = () => onSubmit.mock.calls.map(([values]) => values);
  return { user: userEvent.setup(), box, submitted };
}

const MESSAGE = 'Choose one from the list.';
const save = () => screen.getByRole('button', { name: 'Save' });

test('PEOPLE-28 typed text without a selected option is refused at the field, until an option is selected', async () => {
  const { user, box, submitted } = show();
  await user.type(box, 'Ben');
  await user.click(save());
  await screen.findByText(MESSAGE);
  expect(box.value).toBe('Ben');
  expect(document.activeElement).toBe(box);
  expect(submitted()).toEqual([]);

  await user.click(box);
  await user.click(await screen.findByRole('option', { name: 'Ben Moss' }));
  expect(screen.queryByText(MESSAGE)).toBeNull();
  await user.click(save());
  expect(submitted()).toEqual([{ person: people[1].id }]);
});

test('PEOPLE-28 typed text does not leave the previous selection in the form, even if Enter submits it', async () => {
  const { user, box, submitted } = show(people[0]);
  await user.clear(box);
  await user.type(box, 'Zed{Escape}{Enter}');
  await screen.findByText(MESSAGE);
  expect(submitted()).toEqual([]);
  expect(box.value).toBe('Zed');

  await user.clear(box);
  await user.click(save());
  expect(submitted()).toEqual([{ person: null }]);
});

test('PEOPLE-28 Escape discards typed text and shows the selection again', async () => {
  const { user, box, submitted } = show(people[0]);
  await user.type(box, 'x{Escape}{Escape}');
  expect(box.value).toBe('Ava Lane');
  await user.click(save());
  expect(submitted()).toEqual([{ person: people[0].id }]);
});

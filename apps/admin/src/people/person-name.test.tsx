// @vitest-environment jsdom
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PickedUsers } from './picked-users';
import { describePerson, PersonName } from './person-name';

const ava = { email: 'ava@test.example', display_name: 'Ava Lane' };
const unnamed = { email: 'ben@test.example', display_name: null };

test('OUT-22 a person is shown by name with the email, or by the email alone', () => {
  const { container } = render(
    <UiProvider>
      <PersonName person={ava} />
      <PersonName person={unnamed} />
    </UiProvider>,
  );
  expect(container.textContent).toBe('Ava Laneava@test.exampleben@test.example');
  expect(describePerson(ava)).toEqual({ text: 'Ava Lane', description: 'ava@test.example' });
  expect(describePerson(unnamed)).toEqual({ text: 'ben@test.example' });
});

test('OUT-22 people picked for a change are named by name', () => {
  const users = [ava, unnamed].map((person) => ({
    ...person,
    id: person.email,
    role: { name: 'support_worker' as const },
  }));
  render(
    <UiProvider>
      <PickedUsers users={users} onChange={() => {}} />
    </UiProvider>,
  );
  screen.getByRole('button', { name: 'Remove Ava Lane' });
  screen.getByRole('button', { name: 'Remove ben@test.example' });
  expect(screen.getByText('Ava Lane').title).toBe('ava@test.example');
});
